import { connectBeside, reasonOf, withDatabase } from './connect.ts'
import { proveJournal } from './journal/seals.ts'
import { findGivenKey } from './keys/masterKey.ts'
import type { BrokenSeal } from './metrics/proofs.ts'
import { readSettings } from './settings.ts'

const USAGE = `npm run journal -- verify          proves that no line of history and journal was altered, removed or slipped in since it was sealed
npm run journal -- verify HASH     and that the seal of this hash, as an earlier proof or the log told it, is still there

Ends non-zero where a seal does not hold. DATA_DIR and DATABASE_URL choose the database as for the portal, which may be running or not;
MASTER_KEY or MASTER_KEY_FILE names its key.`

async function run([command, hash]: string[]): Promise<string> {
  if (command === '--help' || command === 'help') return USAGE
  if (command !== 'verify') throw new Error(USAGE)
  const settings = readSettings(process.env)
  return withDatabase(await connectBeside(settings, () => {}), async ({ db }) => {
    const key = await findGivenKey(settings)
    if (!key) throw new Error('The master key is not there. Set MASTER_KEY or MASTER_KEY_FILE: the seals cannot be proven without it.')
    const proof = await proveJournal(db, key, hash)
    if (proof.broken) throw new Error(sentenceOf(proof.broken))
    if (hash && !proof.found) throw new Error(`No seal has the hash ${hash}: seals were cut off, or it is of another portal.`)
    const erased = proof.erased > 0 ? ` In ${proof.erased} lines the values of a person were erased since.` : ''
    return `All ${proof.held} seals hold; ${proof.unsealed} lines wait for the next one.${erased}\nThe last seal is ${proof.head || 'not made yet'}`
  })
}

function sentenceOf({ number, after, until, missing }: BrokenSeal): string {
  const time = after ? `between ${after} and ${until}` : `until ${until}`
  if (missing) return `Seal ${number} is missing: what was written ${time} is not proven, nor what came later.`
  return `Seal ${number} does not hold: something that was written ${time} was altered, removed or slipped in, or the key is another one.`
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
