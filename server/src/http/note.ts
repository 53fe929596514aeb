import type { AccessOutcome } from 'contract'

/** What a refusal or an answer says to the access journal where its status and the path do not (T62). */
export interface Note {
  outcome?: AccessOutcome | undefined
  /** The id of the record that it is about. */
  concerns?: string | undefined
}

/** A success with its note. */
export class Noted<Body> {
  readonly body: Body
  readonly note: Note
  constructor(body: Body, note: Note) {
    this.body = body
    this.note = note
  }
}
