import { type Answer, type Call, type Input, KEY_OF_ANOTHER_REQUEST } from 'contract'
import { useRef, useState } from 'react'
import { useMessages, useTranslations } from 'use-intl'
import { showDone, showFailed, type Undo } from '../feedback/toast.ts'
import { type Messages, toastTexts } from '../messages/messages.ts'
import { isUnavailable } from './connection.ts'
import { useIdempotencyKey } from './idempotencyKey.ts'
import { queryClient } from './queryClient.ts'
import { Refusal } from './refusal.ts'
import { endsSession, type SendOptions, send } from './send.ts'
import { staleAfter } from './stale.ts'

/**
 * Whether the screen may show an old state. Wrong input changed nothing, and without a session nothing can be loaded. Where the answer was
 * lost, the server may have done its work; a call with an idempotency key can then be sent again.
 */
function mayBeOutdated(call: Call, { status, errors }: Refusal): boolean {
  if (status === 422) return errors.length === 0
  return !endsSession(call, status) && !(call.idempotent && isUnavailable(status))
}

export interface ActionOptions<C> {
  onDone?: (reply: Answer<C>, input: Input<C>) => void
  onRefused?: (refusal: Refusal, input: Input<C>) => void
  /** Whether the screen shows this refusal itself, without a toast. */
  answers?: (refusal: Refusal) => boolean
  /** The key of the toasts, if not the call's name. */
  toasts?: keyof Messages['toasts']
}

interface RunOptions extends Pick<SendOptions, 'ifMatch'> {
  /** A button in the toast of a success. */
  undo?: Undo
}

export interface Action<C> {
  /** Sends the call; undefined if it was refused or another run is under way (U18). */
  run: (input: Input<C>, options?: RunOptions) => Promise<Answer<C> | undefined>
  busy: boolean
  refusal: Refusal | undefined
}

/** Sends a call that changes something, and shows its toasts of §8. What it touches is loaded again. */
export function useAction<C extends Call>(call: C, options: ActionOptions<C> = {}): Action<C> {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const running = useRef(false)
  const key = useIdempotencyKey()
  const storedEarlier = useTranslations('ui')('storedEarlier')
  const texts = toastTexts(useMessages())[options.toasts ?? call.name] ?? {}

  const invalidate = () => {
    const stale = staleAfter(call.touches)
    return queryClient.invalidateQueries({ predicate: ({ queryKey }) => stale.has(String(queryKey[0])) })
  }
  const succeed = async (reply: Answer<C>, input: Input<C>, undo: Undo | undefined) => {
    key.done()
    if (texts.done) showDone(texts.done, undo)
    options.onDone?.(reply, input)
    await invalidate()
  }
  const refuse = (error: Refusal, input: Input<C>) => {
    setRefusal(error)
    const isStoredEarlier = error.said === KEY_OF_ANOTHER_REQUEST
    if (isStoredEarlier) {
      key.spend(input)
    }
    if (mayBeOutdated(call, error)) void invalidate()
    const text = isStoredEarlier ? storedEarlier : (texts.failed ?? (error.detail || texts.failed_without_detail))
    if (text && !options.answers?.(error) && !endsSession(call, error.status)) showFailed(text, { refusal: error })
    options.onRefused?.(error, input)
  }
  const run: Action<C>['run'] = async (input, { undo, ...sendOptions } = {}) => {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    setRefusal(undefined)
    try {
      const reply = await send(call, input, { ...sendOptions, ...(call.idempotent && { idempotencyKey: key.take(input) }) })
      await succeed(reply, input, undo)
      return reply
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse(error, input)
      return undefined
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { run, busy, refusal }
}
