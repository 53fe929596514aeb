import { type ApplicationSlot, type Draft, getDraft } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Refusal } from '../../api/refusal.ts'
import { send } from '../../api/send.ts'
import { confirm } from '../../feedback/confirm.ts'
import { formatTime } from '../../ui/signs/dates.ts'
import type { Answers } from './answers.ts'
import { emptied, isBlank, restore, textOf } from './draft.ts'
import { addressOf, NOTHING, type Place, type useDraftStore } from './useDraftStore.ts'

interface LookupOptions {
  place: Place | undefined
  store: ReturnType<typeof useDraftStore>
  answers: { readonly current: Answers }
  show: (answers: Answers) => void
  onGone: (slots: readonly ApplicationSlot[]) => void
}

/**
 * Loads the saved draft when the form changes to another place. The draft is restored; if input would be lost, the user decides.
 * Without a draft the input moves along: common answers to the other kind (U35), all answers to another company.
 */
export function useDraftLookup(options: LookupOptions) {
  const { place, store, answers, show, onGone } = options
  const asks = useQuestion()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const before = useRef<Place>(undefined)

  /** Whether all input is saved elsewhere, so that another draft may replace it. */
  const isSafe = async (at: Place, from: Place | undefined): Promise<boolean> => {
    if (!from || from.company_id !== at.company_id) return isBlank(at.kind, answers.current)
    const text = textOf(from.kind, answers.current)
    return store.now(from)?.text === text || (await store.save(from, text))
  }
  const carry = async (at: Place, from: Place | undefined, draft: Draft | null) => {
    const moved = from !== undefined && from.company_id !== at.company_id
    const kept = draft ? { text: '', saved_at: draft.saved_at } : NOTHING(at.kind)
    if (moved) store.replace(at, kept)
    else store.add(at, kept)
    if (!moved || isBlank(at.kind, answers.current)) return
    if (await store.save(at, textOf(at.kind, answers.current))) await store.save(from, NOTHING(from.kind).text)
  }
  const look = async (at: Place, from: Place | undefined, signal: AbortSignal) => {
    const atFirst = textOf(at.kind, answers.current)
    const safe = await isSafe(at, from)
    const draft = await send(getDraft, addressOf(at), { signal })
    if (signal.aborted) return
    const loses = !safe || textOf(at.kind, answers.current) !== atFirst
    const wanted = draft !== null && (!loses || (await asks(draft)))
    if (signal.aborted) return
    before.current = at
    if (draft && wanted) take(options, at, draft)
    else await carry(at, from, draft)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each place, and when it is tried again
  useEffect(() => {
    const from = before.current
    if (!place) return
    if (store.now(place)) {
      before.current = place
      return
    }
    const left = new AbortController()
    onGone([])
    setFailed(false)
    look(place, from, left.signal).catch((error: unknown) => {
      if (left.signal.aborted) return
      if (!(error instanceof Refusal)) throw error
      setFailed(true)
    })
    return () => left.abort()
  }, [place, attempt])

  /** Discards this tab's input and takes the draft of the other tab. */
  const giveWay = async () => {
    const kept = place && (await read(place))
    if (!place || kept === undefined) return setFailed(place !== undefined)
    if (kept) return take(options, place, kept)
    show(emptied(place.kind, answers.current))
    store.replace(place, NOTHING(place.kind))
  }
  return { failed, again: () => setAttempt((count) => count + 1), giveWay }
}

/** Puts a draft into the form, which then belongs to the draft's place only. */
function take({ store, answers, show, onGone }: LookupOptions, at: Place, draft: Draft): void {
  const { answers: back, gone } = restore(answers.current, draft)
  show(back)
  onGone(gone)
  store.replace(at, { text: textOf(at.kind, back), saved_at: draft.saved_at })
}

/** The saved draft; null if there is none, undefined without an answer. */
const read = (place: Place): Promise<Draft | null | undefined> =>
  send(getDraft, addressOf(place)).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    return undefined
  })

function useQuestion(): (draft: Draft) => Promise<boolean> {
  const t = useTranslations('newApplication.draft')
  return ({ saved_at }) =>
    confirm({
      title: t('restoreTitle'),
      body: t('restoreBody', { when: formatTime(saved_at) }),
      action: t('restoreAction'),
      decline: t('restoreDecline'),
    })
}
