import type { Guess, Viewer } from '../http/session.ts'

const MAX_SESSIONS = 2_000

/** Behind the members of the viewer in the text of a session. */
const LAST_SEEN = ',"last_seen_at":"'

/**
 * Whom each session had when it was last read, by the hash of its token; the least recently used ones are forgotten. No more than a guess:
 * it tells what to read beside the session, which is read for each request and decides.
 */
export class LastViewers {
  readonly #kept = new Map<string, Guess>()

  guess(token_hash: string): Guess | undefined {
    const kept = this.#kept.get(token_hash)
    if (!kept) return undefined
    this.#kept.delete(token_hash)
    this.#kept.set(token_hash, kept)
    // Each request has a viewer of its own.
    return { text: kept.text, viewer: { ...kept.viewer } }
  }

  /** The viewer in the text of a session that was just read: that of the guess, where it says the same. */
  read(token_hash: string, session: string, guess: Guess | undefined): { viewer: Viewer; last_seen_at: string } {
    const end = session.lastIndexOf(LAST_SEEN)
    const text = session.slice(0, end)
    const last_seen_at = session.slice(end + LAST_SEEN.length, -2)
    if (guess?.text === text) return { viewer: guess.viewer, last_seen_at }
    const viewer: Viewer = JSON.parse(`${text}}`)
    this.#kept.set(token_hash, { text, viewer: { ...viewer } })
    if (this.#kept.size > MAX_SESSIONS) this.#kept.delete(this.#kept.keys().next().value ?? '')
    return { viewer, last_seen_at }
  }

  forget(token_hash: string): undefined {
    this.#kept.delete(token_hash)
  }
}
