import { createQueue } from './queue.ts'

export interface Undo {
  label: string
  run: () => void
}

/** What a toast shows of a refused call; `status` 0: no answer. */
export interface Refused {
  status: number
  request_id: string | undefined
}

interface Failure {
  milliseconds?: number
  /** If no answer came, the toast says what to do; if the failure is unexpected, it shows the reference (U20). */
  refusal?: Refused | undefined
}

export type Toast =
  | { kind: 'done'; text: string; undo: Undo | undefined }
  | { kind: 'news'; text: string }
  | ({ kind: 'failed'; text: string } & Failure)

/** Shown by layout/Toasts.tsx, which is loaded with the first one. */
export const toasts = createQueue<Toast>()

/** Shows a success, announced politely. */
export const showDone = (text: string, undo?: Undo): void => toasts.add({ kind: 'done', text, undo })

/** Shows what somebody else has done: neither a success nor a failure. */
export const showNews = (text: string): void => toasts.add({ kind: 'news', text })

/** Shows a failure, announced at once. */
export const showFailed = (text: string, failure: Failure = {}): void => toasts.add({ kind: 'failed', text, ...failure })
