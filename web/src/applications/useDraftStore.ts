import { type ApplicationType, deleteDraft, saveDraft } from 'contract'
import { useRef, useState } from 'react'
import { Refusal } from '../api/refusal.ts'
import { type SendOptions, send } from '../api/send.ts'
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

const nameOf = ({ kind, company_id }: Place): string => `${kind} ${company_id}`

/** The drafts of the places that the form stands for, as the server keeps them. Saved in the background, one after the other (A9). */
export function useDraftStore() {
  const [kept, setKept] = useState<Record<string, Kept>>({})
  const latest = useRef(kept)
  const [failures, setFailures] = useState(0)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const sent = useRef('')

  const show = (next: Record<string, Kept>) => {
    latest.current = next
    setKept(next)
  }
  const put = async (place: Place, text: string, options: SendOptions = {}): Promise<boolean> => {
    const { kind, company_id } = place
    const at = { params: { kind }, query: { company_id } }
    const isEmpty = text === NOTHING(kind).text
    sent.current = nameOf(place) + text
    try {
      const background = { background: true, ...options }
      const saved = isEmpty
        ? await send(deleteDraft, at, background)
        : await send(saveDraft, { ...at, body: { fields: JSON.parse(text) } }, background)
      if (nameOf(place) in latest.current) show({ ...latest.current, [nameOf(place)]: { text, saved_at: saved?.saved_at } })
      setFailures(0)
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      sent.current = ''
      setFailures((count) => count + 1)
      return false
    }
  }
  return {
    /** Undefined: it is not known what the server keeps there. */
    at: (place: Place | undefined): Kept | undefined => place && kept[nameOf(place)],
    now: (place: Place): Kept | undefined => latest.current[nameOf(place)],
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
    replace: (place: Place, as: Kept): void => show({ [nameOf(place)]: as }),
  }
}
