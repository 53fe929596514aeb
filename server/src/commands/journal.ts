import type { BrokenSeal } from '../db/proofs.ts'
import { verifyChain } from '../journal/chain.ts'
import { findGivenKey } from '../keys/masterKey.ts'
import { besidePortal, type Form, optional } from './command.ts'

export const forms: Form[] = [
  {
    words: ['journal', 'verify', optional('HASH')],
    effect: `checks that no line of history and journal was altered, removed or inserted since it was sealed; with a hash that an earlier
check or the log printed, also that its seal is still there. Ends non-zero where a seal is not valid`,
    run: (hash?: string) =>
      besidePortal(async (db, settings) => {
        const key = await findGivenKey(settings)
        if (!key) throw new Error('The master key is missing. Set MASTER_KEY or MASTER_KEY_FILE: the seals cannot be checked without it.')
        const proof = await verifyChain(db, key, hash)
        if (proof.broken) throw new Error(sentenceOf(proof.broken))
        if (hash && !proof.found)
          throw new Error(`No seal has the hash ${hash}: the last seals were removed, or the hash is from another portal.`)
        const left = proof.left > 0 ? ` ${proof.left} accesses have left after their term, each proven before.` : ''
        const erased = proof.erased > 0 ? ` In ${proof.erased} lines the values of a person were erased since.` : ''
        return `All ${proof.held} seals are valid; ${proof.unsealed} lines are not sealed yet.${left}${erased}\nThe last seal is ${proof.head || 'not made yet'}`
      }),
  },
]

export function sentenceOf({ number, after, until, missing }: BrokenSeal): string {
  const time = after ? `between ${after} and ${until}` : `until ${until}`
  if (missing) return `Seal ${number} is missing: lines written ${time} and later are not proven.`
  return `Seal ${number} is not valid: lines written ${time} were altered, removed or inserted, or the master key is a different one.`
}
