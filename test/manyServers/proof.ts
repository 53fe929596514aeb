import { getDocument, pathOf } from 'contract'
import type pg from 'pg'
import { findAllMiscounted } from '../../server/src/dashboard/countsProof.ts'
import { openDb } from '../../server/src/db/open.ts'
import { findMiskeptClocks, fromFirst } from '../../server/src/deadlines/proof.ts'
import { verifyChain } from '../../server/src/journal/chain.ts'
import { isMorning } from '../../server/src/mails/expiring.ts'
import { countAllMiskept } from '../../server/src/persons/proof.ts'
import { RuleBook } from '../../server/src/rules/book.ts'
import { findBroken } from '../../server/src/transactions/invariants.ts'
import type { Kept } from './work.ts'

interface Compared {
  /** Acknowledged, and not there. */
  lost: string[]
  /** There more than once. */
  doubled: string[]
}

/** By the word that each request had alone: the ids of what it made. */
async function madeBy(pool: pg.Pool, statement: string): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ word: string; ids: string[] }>(
    `select word, array_agg(id::text) as ids from (${statement}) made group by word`,
  )
  return new Map(rows.map(({ word, ids }) => [word, ids]))
}

/** Each acknowledged request has exactly one effect, and that is the one that was answered. */
export async function compare(pool: pg.Pool, kept: Kept): Promise<Compared> {
  const found: Compared = { lost: [], doubled: [] }
  const all = async (name: string, acknowledged: Map<string | number, string>, statement: string) => {
    const made = await madeBy(pool, statement)
    for (const [word, id] of acknowledged) if (!made.get(String(word))?.includes(id)) found.lost.push(`${name} ${word}`)
    for (const [word, ids] of made) if (ids.length > 1) found.doubled.push(`${name} ${word}`)
  }
  await all('application', kept.applications, 'select passport_number as word, id from visa_applications')
  await all('top-up', kept.topups, `select amount_fils::text as word, id from transactions where type = 'topup'`)
  await all('employee', kept.employees, 'select passport_number as word, id from employees')
  await all('message', kept.messages, 'select text as word, id from messages')
  await all('note', kept.notes, 'select text as word, id from internal_notes')
  await all('payment', new Map(), `select application_id::text as word, id from transactions where type = 'visa_payment'`)
  await all('credit', new Map(), `select transaction_id::text as word, seq as id from ledger where account = 'wallet'`)
  await all(
    'birth',
    new Map(),
    `select record_type || record_id as word, id from history where action in ('submitted', 'created', 'requested')`,
  )
  const lines = await pool.query<{ note: string }>(
    `select c ->> 'to' as note from history, jsonb_array_elements(changes) c where c ->> 'to' like 'Seen %'`,
  )
  const notes = new Set(lines.rows.map(({ note }) => note))
  found.lost.push(...[...kept.stages].filter((note) => !notes.has(note)).map((note) => `stage ${note}`))
  const approved = new Set(
    (await pool.query<{ id: string }>(`select id from transactions where status = 'approved'`)).rows.map(({ id }) => id),
  )
  found.lost.push(...[...kept.approvals].filter((id) => !approved.has(id)).map((id) => `approval ${id}`))
  const edited = new Map(
    (await pool.query<{ id: string; designation: string }>('select id, designation from employees')).rows.map((row) => [row.id, row]),
  )
  for (const [id, turn] of kept.designations) if (edited.get(id)?.designation !== `Clerk ${turn}`) found.lost.push(`edit of ${id}`)
  await compareFiles(kept, found)
  return found
}

async function compareFiles({ uploads }: Kept, { lost }: Compared): Promise<void> {
  for (const [id, { worker, bytes }] of uploads) {
    const answer = await worker.person.bytes(pathOf(getDocument, { id }))
    if (!answer?.equals(bytes)) lost.push(`upload ${id}`)
  }
}

/** What the product itself proves, whole. */
export async function prove(pool: pg.Pool, key: Buffer) {
  const db = openDb(pool)
  const now = new Date()
  const { broken, held } = await verifyChain(db, key)
  const fault = {
    money: await findBroken(db),
    counts: await findAllMiscounted(db, now),
    people: await countAllMiskept(db, now),
    clocks: await findMiskeptClocks(db, fromFirst(), new RuleBook(db), Number.POSITIVE_INFINITY),
    seals: broken ?? null,
  }
  return { fault, held }
}

const countOf = async (pool: pg.Pool, statement: string): Promise<number> => (await pool.query<{ n: number }>(statement)).rows[0]?.n ?? 0

const RECIPIENTS = `from (select uc.company_id from user_companies uc join users u on u.id = uc.user_id where u.role = 'company_admin') told`

/** What jobs of all servers wrote, beside what one alone would have written. */
export async function judgeJobs(pool: pg.Pool) {
  const mails = (kind: string) => countOf(pool, `select count(*)::int as n from mails where kind = '${kind}'`)
  const wanted = {
    topups: await countOf(
      pool,
      `select count(*)::int as n ${RECIPIENTS} join transactions t using (company_id) where t.type = 'topup' and t.status = 'approved'`,
    ),
    reminders: isMorning(new Date())
      ? await countOf(
          pool,
          `select count(*)::int as n ${RECIPIENTS} join employees e using (company_id) where e.visa_expiry_date is not null`,
        )
      : 0,
  }
  const written = { topups: await mails('topup_decided'), reminders: await mails('visa_expiring') }
  const unsent = await countOf(
    pool,
    `select count(*)::int as n from mails where ended_at is null and due_at < now() or ending = 'given_up'`,
  )
  return { wanted, written, unsent }
}
