import { proveJournal } from '../journal/seals.ts'
import { findGivenKey } from '../keys/masterKey.ts'
import type { BrokenSeal } from '../metrics/proofs.ts'
import { besidePortal, type Forms } from './command.ts'

export const forms: Forms = {
  'journal verify [HASH]': {
    effect: `proves that no line of history and journal was altered, removed or slipped in since it was sealed; with a hash that an earlier
proof or the log printed, also that its seal is still there. Ends non-zero where a seal does not hold`,
    run: (hash?: string) =>
      besidePortal(async (db, settings) => {
        const key = await findGivenKey(settings)
        if (!key) throw new Error('The master key is not there. Set MASTER_KEY or MASTER_KEY_FILE: the seals cannot be proven without it.')
        const proof = await proveJournal(db, key, hash)
        if (proof.broken) throw new Error(sentenceOf(proof.broken))
        if (hash && !proof.found) throw new Error(`No seal has the hash ${hash}: seals were cut off, or it is of another portal.`)
        const erased = proof.erased > 0 ? ` In ${proof.erased} lines the values of a person were erased since.` : ''
        return `All ${proof.held} seals hold; ${proof.unsealed} lines wait for the next one.${erased}\nThe last seal is ${proof.head || 'not made yet'}`
      }),
  },
}

function sentenceOf({ number, after, until, missing }: BrokenSeal): string {
  const time = after ? `between ${after} and ${until}` : `until ${until}`
  if (missing) return `Seal ${number} is missing: what was written ${time} is not proven, nor what came later.`
  return `Seal ${number} does not hold: something that was written ${time} was altered, removed or slipped in, or the key is another one.`
}
