import { NOT_A_DOCUMENT, TOO_MANY_PIXELS } from 'contract'
import { Refusal } from '../../http/errors.ts'
import type { Reason } from './job.ts'

const SENTENCES: Record<Reason, string> = {
  not_a_document: NOT_A_DOCUMENT,
  damaged: 'This picture is damaged. Please take or save it again and upload that.',
  too_many_pixels: TOO_MANY_PIXELS,
  active: 'This PDF contains a script or starts a program. Please print it to a new PDF and upload that.',
  password: 'This PDF needs a password. Please print it to a new PDF without a password and upload that.',
  unreadable: 'This PDF cannot be checked. Please print it to a new PDF and upload that.',
}

/** A refused file, with a sentence what to do about it (D3, D8). */
export class UnfitFile extends Refusal {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(422, SENTENCES[reason])
    this.reason = reason
  }
}
