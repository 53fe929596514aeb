import { onOtherUser } from '../../api/otherUser.ts'

const MOST = 5

/** Ids alone, in memory alone: who they are about is asked when they are shown (T60). */
let ids: readonly string[] = []

export const recent = (): readonly string[] => ids

export function remember(id: string): void {
  ids = [id, ...ids.filter((other) => other !== id)].slice(0, MOST)
}

onOtherUser(() => {
  ids = []
})
