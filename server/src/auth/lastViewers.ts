import type { Guess } from '../http/session.ts'

const MAX_SESSIONS = 2_000

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
    return { version: kept.version, viewer: { ...kept.viewer } }
  }

  /** What an employee may read depends on records besides the user, so that is always read. */
  keep(token_hash: string, { version, viewer }: Guess): void {
    if (viewer.role === 'employee') return void this.forget(token_hash)
    this.#kept.set(token_hash, { version, viewer: { ...viewer } })
    if (this.#kept.size > MAX_SESSIONS) this.#kept.delete(this.#kept.keys().next().value ?? '')
  }

  forget(token_hash: string): undefined {
    this.#kept.delete(token_hash)
  }
}
