import { isAmount } from 'contract'
import { findAdmin } from '../auth/queries.ts'
import { findAllMiscounted } from '../dashboard/countsProof.ts'
import { countAllMiskept } from '../persons/proof.ts'
import { reverse } from '../transactions/decisions.ts'
import { findBroken, INVARIANT_NAMES } from '../transactions/invariants.ts'
import { besidePortal, type Form, optional, value } from './command.ts'

const COUNTS = 'the kept counts are those of the rows'
const KEPT = 'what is kept of applications and people is as computed'

export const forms: Form[] = [
  {
    words: ['ledger', 'check'],
    effect: 'checks every rule of the money, the kept counts, and what is kept of applications and people; ends non-zero where one fails',
    run: () =>
      besidePortal(async (db) => {
        const miscounted = await findAllMiscounted(db, new Date())
        const broken = [...(await findBroken(db)), ...miscounted.map((which) => `${COUNTS} (${which})`)]
        const miskept = await countAllMiskept(db, new Date())
        if (miskept > 0) broken.push(`${KEPT} (${miskept} rows are not)`)
        if (broken.length > 0) throw new Error(`These checks failed: ${broken.join('; ')}`)
        return `All checks passed:\n${[...INVARIANT_NAMES, COUNTS, KEPT].map((name) => `  ${name}`).join('\n')}`
      }),
  },
  {
    words: ['ledger', 'reverse', value('ADMIN_EMAIL'), value('TRANSACTION_ID'), value('"Reason"'), optional('AED')],
    effect: "posts a reversing entry in that administrator's name",
    run: (email, id, reason, amount?: string) =>
      besidePortal(async (db) => {
        if (amount && !isAmount(Number(amount))) throw new Error(`${amount} is not an amount in AED with at most two decimals`)
        const by = await findAdmin(db, email)
        if (!by) throw new Error(`${email} is not an administrator`)
        const given = { reason, amount: amount ? Number(amount) : undefined, by, at: new Date().toISOString() }
        return `The reversing entry is ${await db.transaction((tx) => reverse(tx, id, given))}.`
      }),
  },
]
