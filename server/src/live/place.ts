import type { Place } from '../db/changes.ts'
import type { Sealing } from '../keys/vault.ts'

const CONTEXT = 'place in the changes'
/** All are of one length, because that of a snapshot shows how many transactions run. */
const LENGTH = 160

/** A place for a page, which any server opens and which tells nobody how much goes on. */
export const sealPlace = (sealing: Sealing, { at, snapshot }: Place): string =>
  sealing.encrypt(Buffer.from(`${at} ${shortened(snapshot)}`.padEnd(LENGTH)), CONTEXT).toString('base64url')

interface Places {
  vault: { carried: Sealing }
  changes: { place(): Promise<Place> }
}

/** Undefined while the database is away for it: the stream begins with `missed` then. */
export const placeNow = ({ vault, changes }: Places): Promise<string | undefined> =>
  changes.place().then(
    (place) => sealPlace(vault.carried, place),
    () => undefined,
  )

/** Undefined for anything that is no place of this portal. */
export function openPlace(sealing: Sealing, sealed: string): Place | undefined {
  try {
    const [at = '', snapshot = ''] = sealing.decrypt(Buffer.from(sealed, 'base64url'), CONTEXT).toString().trimEnd().split(' ')
    return { at: Number(at), snapshot }
  } catch {
    return undefined
  }
}

/** Where more transactions run than fit, the page hears again what was committed since the first of them began. */
function shortened(snapshot: string): string {
  const [first = ''] = snapshot.split(':')
  return snapshot.length > LENGTH - '1795430000000 '.length ? `${first}:${first}:` : snapshot
}
