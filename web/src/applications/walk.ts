import type { VisaApplication } from 'contract'
import { useEffect } from 'react'
import { onOtherUser } from '../api/otherUser.ts'

interface Walk {
  ids: string[]
  /** The search of the list's address. */
  search: Partial<Record<string, string>>
}

/** In memory alone, because addresses and storage outlive the session (T60). */
const NONE: Walk = { ids: [], search: {} }
let walk = NONE
onOtherUser(() => startWalk(NONE))

export function startWalk(shown: Walk): void {
  walk = shown
}

/** Keeps the list that is shown, so that the detail can go on to the next of its rows and back to it. */
export function useWalk(applications: readonly Pick<VisaApplication, 'id'>[]): void {
  useEffect(() => {
    startWalk({ ids: applications.map(({ id }) => id), search: Object.fromEntries(new URLSearchParams(window.location.search)) })
  }, [applications])
}

/** The place of an application in the list that was shown last, if it was there. */
export function placeInWalk(id: string): { place: number; of: number; previous: string | undefined; next: string | undefined } | undefined {
  const index = walk.ids.indexOf(id)
  if (index < 0) return undefined
  return { place: index + 1, of: walk.ids.length, previous: walk.ids[index - 1], next: walk.ids[index + 1] }
}

export const searchOfWalk = (id: string): Walk['search'] => (walk.ids.includes(id) ? walk.search : {})
