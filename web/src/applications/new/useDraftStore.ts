import { type ApplicationType, type Draft, deleteDraft, getDraft, saveDraft } from 'contract'
import { useRef, useState } from 'react'
import { Refusal } from '../../api/refusal.ts'
import { type SendOptions, send } from '../../api/send.ts'
import { EMPTY } from './answers.ts'
import { textOf } from './draft.ts'

/** What a draft belongs to: there is one for each kind of form and each company. */
export interface Place {
  kind: ApplicationType
  company_id: string
}

/** The server's draft of a place; without `saved_at` there is none. */
export interface Kept {
  text: string
  saved_at: string | undefined
}

export const NOTHING = (kind: ApplicationType): Kept => ({ text: textOf(kind, EMPTY), saved_at: undefined })

export const addressOf = ({ kind, company_id }: Place) => ({ params: { kind }, query: { company_id } })

const isGone = (error: unknown): boolean => error instanceof Refusal && error.status === 412

const nameOf = ({ kind, company_id }: Place): string => `${kind} ${company_id}`

interface Replacing {
  /** The draft that this tab knows; undefined if none was loaded. */
  known: Kept | undefined
  /** All drafts that this tab has sent, to tell them from those of another tab. */
  own: Set<string>
  options: SendOptions
}

/** Replaces the draft that this tab knows. If the server has another one, it may be this tab's own, whose answer was lost. */
async function replace(place: Place, text: string, { known, own, options }: Replacing): Promise<Draft> {
  const at = addressOf(place)
  const body = { fields: JSON.parse(text), ...(known && { replaces: known.saved_at ?? '' }) }
  own.add(nameOf(place) + text)
  try {
    return await send(saveDraft, { ...at, body }, options)
  } catch (error) {
    if (!isGone(error)) throw error
    const kept = await send(getDraft, at, options)
    if (!kept || !own.has(nameOf(place) + JSON.stringify(kept.fields))) throw error
    return await send(saveDraft, { ...at, body: { ...body, replaces: kept.saved_at } }, options)
  }
}

/** The server's drafts of the form's places. They are saved in the background, one after the other (A9). */
export function useDraftStore() {
  const [kept, setKept] = useState<Record<string, Kept>>({})
  const latest = useRef(kept)
  const [failures, setFailures] = useState(0)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const sent = useRef('')
  const own = useRef(new Set<string>())
  const [isStale, setStale] = useState(false)

  const show = (next: Record<string, Kept>) => {
    latest.current = next
    setKept(next)
  }
  const put = async (place: Place, text: string, options: SendOptions = {}): Promise<boolean> => {
    const isEmpty = text === NOTHING(place.kind).text
    sent.current = nameOf(place) + text
    try {
      const background = { background: true, ...options }
      const saved = isEmpty
        ? await send(deleteDraft, addressOf(place), background)
        : await replace(place, text, { known: latest.current[nameOf(place)], own: own.current, options: background })
      if (nameOf(place) in latest.current) show({ ...latest.current, [nameOf(place)]: { text, saved_at: saved?.saved_at } })
      setFailures(0)
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      sent.current = ''
      if (isGone(error)) setStale(true)
      else setFailures((count) => count + 1)
      return false
    }
  }
  return {
    /** Undefined while the server's draft is not known. */
    at: (place: Place | undefined): Kept | undefined => place && kept[nameOf(place)],
    now: (place: Place): Kept | undefined => latest.current[nameOf(place)],
    /** Another tab has saved another draft of this form: nothing is saved until the user chooses one. */
    isStale,
    /** The number of failures since the last success. */
    failures,
    /** Saves after the saves before it; answers whether it is saved. */
    save: (place: Place, text: string): Promise<boolean> => {
      const saved = queue.current.then(() => put(place, text))
      queue.current = saved
      return saved
    },
    /** Saves at once while the page closes, the same text only once. */
    saveOnLeaving: (place: Place, text: string): void => {
      if (sent.current === nameOf(place) + text) return
      queue.current = Promise.all([queue.current, put(place, text, { keepalive: true })])
    },
    /** Resolves when no save is under way. */
    settled: (): Promise<unknown> => queue.current,
    /** The form belongs to this place too. */
    add: (place: Place, as: Kept): void => show({ ...latest.current, [nameOf(place)]: as }),
    /** The form belongs to this place only. */
    replace: (place: Place, as: Kept): void => {
      setStale(false)
      show({ [nameOf(place)]: as })
    },
  }
}
