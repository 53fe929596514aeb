import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MIGRATIONS } from '../server/src/db/migrate.ts'

interface Journal {
  entries: { tag: string; when: number }[]
}
export const journalOf = async (folder: string): Promise<Journal> => JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8'))

/** Copies the migrations of an older version into that folder. */
export async function copyMigrationsUntil(tag: string, folder: string): Promise<string> {
  await cp(MIGRATIONS, folder, { recursive: true })
  const journal = await journalOf(folder)
  const entries = journal.entries.slice(0, journal.entries.findIndex((entry) => entry.tag === tag) + 1)
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  return folder
}

const id = (last: number) => `'019a9e3c-0000-7000-8000-0000000000${String(last).padStart(2, '0')}'`
const AT = `'2026-11-20T08:00:00Z'`

/**
 * A company with its account, session, application, an approved top-up of AED 10,000 and a settled visa of AED 6,500; a file of the
 * application, a stage, the company and the top-up, whose senders are gone, one of none yet, and one that an administrator gave to a stage.
 */
export const FIRST_RELEASE = `
  insert into companies (id, name, trade_license, contact_person, email, phone, category, search_text, created_at)
    values (${id(1)}, 'Falcon Trading LLC', 'CN-1', 'Omar', 'o@falcon.example', '04', 'on_demand', 'falcon', ${AT});
  insert into users (id, full_name, email, role, approved, company_id, created_at)
    values (${id(2)}, 'Omar Haddad', 'omar@falcon.example', 'company_admin', true, ${id(1)}, ${AT});
  insert into sessions (token_hash, user_id, created_at, last_seen_at) values ('hash', ${id(2)}, ${AT}, ${AT});
  insert into visa_applications (id, application_type, company_id, employee_name, nationality, visa_type, priority, employee_location,
      annual_leave_type, ticket_frequency, current_stage, status, submitted_at, cost_fils, search_text)
    values (${id(3)}, 'new', ${id(1)}, 'Sara Khan', 'Indian', 'employee', 'normal', 'outside_uae',
      'working_days', 'annual', 'Offer Letter', 'active', ${AT}, 650000, 'sara khan');
  insert into users (id, full_name, email, role, approved, created_at)
    values (${id(7)}, 'Nadia Rahman', 'nadia@first.example', 'admin', true, ${AT});
  insert into stages (id, application_id, stage_name, status, created_at, updated_at)
    values (${id(8)}, ${id(3)}, 'Offer Letter', 'Approved', ${AT}, ${AT}), (${id(9)}, ${id(3)}, 'Entry Permit', 'Submitted', ${AT}, ${AT});
  insert into wallets values (${id(1)}, 0);
  insert into transactions (id, company_id, type, status, amount_fils, direction, created_at, decided_at)
    values (${id(5)}, ${id(1)}, 'topup', 'approved', 1000000, 'credit', ${AT}, ${AT});
  insert into transactions (id, company_id, application_id, type, status, amount_fils, direction, created_at)
    values (${id(6)}, ${id(1)}, ${id(3)}, 'visa_payment', 'completed', 650000, 'debit', ${AT});
  insert into ledger (transaction_id, account, company_id, amount_fils, created_at) values
    (${id(5)}, 'wallet', ${id(1)}, 1000000, ${AT}), (${id(5)}, 'bank_clearing', null, -1000000, ${AT}),
    (${id(6)}, 'wallet', ${id(1)}, -650000, ${AT}), (${id(6)}, 'visa_revenue', null, 650000, ${AT});
  insert into documents (id, uploaded_by, name, type, size, sha256, wrapped_key, created_at, application_id, stage_id, company_id,
      transaction_id, slot)
    select d.id, d.by, d.name, 'application/pdf', 9, 'sum', '\\x00', ${AT}, d.application_id, d.stage_id, d.company_id, d.transaction_id, d.slot
    from (values
      (${id(4)}::uuid, null::uuid, 'passport.pdf', ${id(3)}::uuid, null::uuid, null::uuid, null::uuid, 'passport_front'),
      (${id(10)}, null, 'offer.pdf', null, ${id(8)}, null, null, null),
      (${id(11)}, null, 'licence.pdf', null, null, ${id(1)}, null, 'trade_license'),
      (${id(12)}, null, 'receipt.pdf', null, null, null, ${id(5)}, null),
      (${id(13)}, ${id(2)}, 'unattached.pdf', null, null, null, null, null),
      (${id(14)}, ${id(7)}, 'permit.pdf', null, ${id(9)}, null, null, null)
    ) as d (id, by, name, application_id, stage_id, company_id, transaction_id, slot);
`
