import type { Problem } from 'contract'
import { translate } from '../messages/refusals.ts'

/** A call that did not succeed. `status` 0: no answer; `detail` is empty if the server gave no sentence. */
export class Refusal extends Error {
  readonly status: number
  /** In the language of the screen. */
  readonly detail: string
  /** The server's own sentence, to compare. */
  readonly said: string
  readonly errors: NonNullable<Problem['errors']>
  /** The application that is under way, if a renewal was refused (E2). */
  readonly application_id: string | undefined
  /** The paper on record, if another of its kind was refused. */
  readonly paper_id: string | undefined
  /** The sign-in needs a code. */
  readonly second_step: boolean
  readonly request_id: string | undefined

  constructor(status: number, problem: Partial<Problem> = {}, request_id?: string) {
    super(problem.detail ?? `refused with ${status}`)
    this.name = 'Refusal'
    this.status = status
    this.said = problem.detail ?? ''
    this.detail = translate(this.said)
    this.errors = (problem.errors ?? []).map((error) => ({ ...error, detail: translate(error.detail) }))
    this.application_id = problem.application_id
    this.paper_id = problem.paper_id
    this.second_step = problem.second_step === true
    this.request_id = request_id
  }
}

/** Parses the problem in an answer's text; members that are missing stay undefined (P2). */
export function problemIn(text: string): Partial<Problem> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && 'detail' in parsed ? (parsed as Partial<Problem>) : {}
  } catch {
    return {}
  }
}
