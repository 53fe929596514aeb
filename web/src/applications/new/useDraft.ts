import type { UseFormReturnType } from '@mantine/form'
import { type ApplicationSlot, type ApplicationType, deleteDraft } from 'contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useAction } from '../../api/useAction.ts'
import { type Answers, EMPTY } from './answers.ts'
import { emptied, textOf } from './draft.ts'
import { useDraftLookup } from './useDraftLookup.ts'
import { NOTHING, type Place, useDraftStore } from './useDraftStore.ts'

/** The pause before a draft is saved, and before it is tried again after a failure (U38). */
const SAVE_DELAY_MS = 5_000
const RETRY_DELAY_MS = 15_000

/** Saves the form as a draft on the server while it is filled in, and restores a saved draft (U38, U65). Nothing is stored in the browser. */
export function useDraft(kind: ApplicationType | undefined, form: UseFormReturnType<Answers>) {
  const { company_id } = form.values
  const place = useMemo(() => (kind && company_id ? { kind, company_id } : undefined), [kind, company_id])
  const store = useDraftStore()
  const answers = useRef(form.values)
  answers.current = form.values
  const [gone, setGone] = useState<readonly ApplicationSlot[]>([])
  const [version, setVersion] = useState(0)

  const show = (next: Answers) => {
    form.setValues(next)
    form.clearErrors()
  }
  const lookup = useDraftLookup({ place, store, answers, show, onGone: setGone })
  const kept = store.at(place)
  const nothing = kind ? NOTHING(kind).text : JSON.stringify({ ...EMPTY, company_id })
  const current = kind ? textOf(kind, form.values) : JSON.stringify(form.values)
  const unsaved = current !== (kept?.text ?? nothing)

  const { held, restart } = useAutosave({ place, store, answers, unsaved })

  const release = () => {
    held.current = false
    restart()
  }
  /** Stops saving and waits for a save under way: a late draft would outlive the submission. */
  const hold = async () => {
    held.current = true
    await store.settled()
  }
  /** Saves the form now; answers whether it is saved. */
  const keep = async (): Promise<boolean> => {
    if (!unsaved) return true
    return place !== undefined && kept !== undefined && (await store.save(place, textOf(place.kind, answers.current)))
  }
  const deletion = useAction(deleteDraft, {
    onDone: () => {
      if (place) store.replace(place, NOTHING(place.kind))
      if (kind) show(emptied(kind, answers.current))
      setGone([])
      setVersion((count) => count + 1)
    },
  })
  const discard = async () => {
    if (!place) return
    await hold()
    await deletion.run({ params: { kind: place.kind }, query: { company_id: place.company_id } })
    release()
  }
  return {
    unsaved,
    saved_at: kept?.saved_at,
    failed: store.failures > 0,
    isStale: store.isStale,
    lookup,
    /** The slots whose files could not be restored and were not given again. */
    gone: gone.filter((slot) => !form.values.documents[slot]),
    /** Changes when the form is emptied, so that its running uploads end. */
    version,
    discard,
    keep,
    hold,
    release,
  }
}

interface AutosaveOptions {
  place: Place | undefined
  store: ReturnType<typeof useDraftStore>
  answers: { readonly current: Answers }
  unsaved: boolean
}

/** Saves unsaved input after a pause and when the page is hidden, but not while `held` is set. */
function useAutosave({ place, store, answers, unsaved }: AutosaveOptions) {
  const held = useRef(false)
  const [turn, setTurn] = useState(0)
  const kept = store.at(place)
  const pause = store.failures === 0 ? SAVE_DELAY_MS : RETRY_DELAY_MS
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins with the first unsaved change, again after each saving or failure
  useEffect(() => {
    if (!place || !kept || !unsaved || store.isStale) return
    const save = () => !held.current && void store.save(place, textOf(place.kind, answers.current))
    const timer = window.setTimeout(save, pause)
    return () => window.clearTimeout(timer)
  }, [place, kept, unsaved, store.failures, store.isStale, turn])

  const leave = useRef(() => {})
  leave.current = () => {
    if (place && kept && unsaved && !held.current && !store.isStale) store.saveOnLeaving(place, textOf(place.kind, answers.current))
  }
  useLeaving(leave)
  return { held, restart: () => setTurn((count) => count + 1) }
}

export type FormDraft = ReturnType<typeof useDraft>

/** Calls `leave` when the page is hidden or closed. */
function useLeaving(leave: { current: () => void }): void {
  useEffect(() => {
    const hide = () => document.visibilityState === 'hidden' && leave.current()
    const go = () => leave.current()
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', go)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', go)
    }
  }, [leave])
}
