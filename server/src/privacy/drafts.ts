import { searchable } from 'contract'
import { drafts } from '../db/drafts.table.ts'
import type { Db } from '../db/open.ts'
import { draftContext } from '../drafts/queries.ts'
import type { Vault } from '../keys/vault.ts'
import { bareNumber, type Identity } from './identity.ts'

/** Drafts are encrypted, so each one is decrypted and searched. */
export async function listDraftsOf(db: Db, vault: Vault, identity: Identity) {
  const all = await db.select().from(drafts)
  return all.flatMap(({ sealed, ...draft }) => {
    const fields: Record<string, unknown> = JSON.parse(vault.decrypt(sealed, draftContext(draft.user_id, draft)).toString())
    return isAbout(fields, draft.company_id, identity) ? [{ ...draft, fields }] : []
  })
}

function isAbout(
  fields: Record<string, unknown>,
  company_id: string,
  { passport_numbers, employee_ids, company_ids, names }: Identity,
): boolean {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name].trim() : '')
  return (
    passport_numbers.some((number) => bareNumber(text('passport_number')) === bareNumber(number)) ||
    employee_ids.includes(text('employee_id')) ||
    (company_ids.includes(company_id) && text('passport_number') === '' && names.includes(searchable(text('employee_name'))))
  )
}
