import { isAmount } from 'contract'
import { findAdmin } from './auth/queries.ts'
import { connectBeside, reasonOf, withDatabase } from './connect.ts'
import { readSettings } from './settings.ts'
import { reverse } from './transactions/decisions.ts'
import { findBroken, INVARIANT_NAMES } from './transactions/invariants.ts'

const USAGE = `npm run ledger -- check                                     proves every invariant of the money; ends non-zero where one fails
npm run ledger -- reverse ADMIN_EMAIL TRANSACTION_ID "Reason" [AED]   posts a reversing entry in that administrator's name

DATA_DIR and DATABASE_URL choose the database as for the portal, which may be running or not.`

async function run([command, email, id, reason, amount]: string[]): Promise<string> {
  if (command === '--help' || command === 'help') return USAGE
  if (command !== 'check' && !(command === 'reverse' && email && id && reason)) throw new Error(USAGE)
  return withDatabase(await connectBeside(readSettings(process.env), () => {}), async ({ db }) => {
    if (command === 'check') {
      const [first, ...more] = await findBroken(db)
      if (first) throw new Error(`This does not hold: ${[first, ...more].join('; ')}`)
      return `All of these hold:\n${INVARIANT_NAMES.map((name) => `  ${name}`).join('\n')}`
    }
    if (amount && !isAmount(Number(amount))) throw new Error(`${amount} is not an amount in AED with at most two decimals`)
    const by = await findAdmin(db, email ?? '')
    if (!by) throw new Error(`${email} is not an administrator`)
    const at = new Date().toISOString()
    const made = await db.transaction((tx) =>
      reverse(tx, id ?? '', { reason: reason ?? '', amount: amount ? Number(amount) : undefined, by, at }),
    )
    return `The reversing entry is ${made}.`
  })
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
