import type { AccessOutcome } from 'contract'

/** What the access journal cannot see from status and path (T62). */
export interface Note {
  outcome?: AccessOutcome | undefined
  concerns?: string | undefined
  /** How many rows were exported. */
  rows?: number
}

export class Noted<Body> {
  readonly body: Body
  readonly note: Note
  constructor(body: Body, note: Note) {
    this.body = body
    this.note = note
  }
}
