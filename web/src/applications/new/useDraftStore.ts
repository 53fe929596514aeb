import { type ApplicationType, type Draft, deleteDraft, getDraft, saveDraft } from 'contract'
import { useRef, useState } from 'react'
import { Refusal } from '../../api/refusal.ts'
import { type SendOptions, send } from '../../api/send.ts'
import { EMPTY } from './answers.ts'
import { textOf } from './draft.ts'

/** Whose draft it is: each kind of form keeps one for each company. */
export interface Place {
  kind: ApplicationType
  company_id: string
}

/** What the server keeps for a place; without a moment: nothing. */
export interface Kept {
  text: string
  saved_at: string | undefined
}

export const NOTHING = (kind: ApplicationType): Kept => ({ text: textOf(kind, EMPTY), saved_at: undefined })

export const addressOf = ({ kind, company_id }: Place) => ({ params: { kind }, query: { company_id } })

const isGone = (error: unknown): boolean => error instanceof Refusal && error.status === 412

const nameOf = ({ kind, company_id }: Place): string => `${kind} ${company_id}`

interface Replacing {
  /** The draft that this tab knows of; undefined: none was asked for. */
  known: Kept | undefined
  /** Everything this tab has sent: what another tab keeps is none of it. */
  own: Set<string>
  options: SendOptions
}

/** Saves in place of what this tab knows of; where that is gone, the answer to an earlier saving of its own may have been lost. */
async function replace(place: Place, text: string, { known, own, options }: Replacing): Promise<Draft> {
  const at = addressOf(place)
  const body = { fields: JSON.parse(text), ...(known && { replaces: known.saved_at ?? null }) }
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

/** The drafts of the places that the form stands for, as the server keeps them. Saved in the background, one after the other (A9). */
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
    /** Undefined: it is not known what the server keeps there. */
    at: (place: Place | undefined): Kept | undefined => place && kept[nameOf(place)],
    now: (place: Place): Kept | undefined => latest.current[nameOf(place)],
    /** Another tab keeps another draft of this form: nothing is saved until this one is given up or put in its place. */
    isStale,
    /** How often saving failed since it last succeeded. */
    failures,
    /** Saves after what is being saved; tells whether it is kept. */
    save: (place: Place, text: string): Promise<boolean> => {
      const saved = queue.current.then(() => put(place, text))
      queue.current = saved
      return saved
    },
    /** Saves at once although the page goes away; once for each text. */
    saveOnLeaving: (place: Place, text: string): void => {
      if (sent.current === nameOf(place) + text) return
      queue.current = Promise.all([queue.current, put(place, text, { keepalive: true })])
    },
    /** Resolves when nothing is being saved any more. */
    settled: (): Promise<unknown> => queue.current,
    /** The form stands for this place too. */
    add: (place: Place, as: Kept): void => show({ ...latest.current, [nameOf(place)]: as }),
    /** The form stands for this place alone. */
    replace: (place: Place, as: Kept): void => {
      setStale(false)
      show({ [nameOf(place)]: as })
    },
  }
}
