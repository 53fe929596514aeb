import { type RefObject, useEffect, useRef, useState } from 'react'

interface Shown<Item> {
  key: string
  item: Item
  /** Whether it has left and only collapses. */
  leaving: boolean
}

/** What has left stays in its place, as it was last seen. */
export function withLeaving<Item>(before: readonly Shown<Item>[], now: readonly Shown<Item>[]): Shown<Item>[] {
  const present = new Set(now.map(({ key }) => key))
  const shown = [...now]
  for (const [place, { key, item }] of before.entries()) {
    if (present.has(key)) continue
    const previous = before[place - 1]?.key
    const after = previous === undefined ? 0 : shown.findIndex((each) => each.key === previous) + 1
    shown.splice(after, 0, { key, item, leaving: true })
  }
  return shown
}

const isCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The items, and those that have just left until `gone` is called for them: what leaves a list by itself collapses before the eyes. */
export function useLeaving<Item>(items: readonly Item[], keyOf: (item: Item, place: number) => string) {
  const now = items.map((item, place) => ({ key: keyOf(item, place), item, leaving: false }))
  const keys = now.map(({ key }) => key).join('\n')
  const [kept, keep] = useState({ keys, shown: now })
  const hasChanged = kept.keys !== keys
  const shown = hasChanged && isCalm() ? now : withLeaving(kept.shown, now)
  if (hasChanged) keep({ keys, shown })
  const gone = (key: string) => keep((last) => ({ ...last, shown: last.shown.filter((each) => each.key !== key || !each.leaving) }))
  return { shown, gone }
}

const COLLAPSE_MS = 160

/** Collapses the element, and the gap behind it, once it is leaving. */
export function useCollapse<Of extends HTMLElement>(leaving: boolean, onGone: () => void): RefObject<Of | null> {
  const element = useRef<Of>(null)
  const end = useRef(onGone)
  end.current = onGone
  useEffect(() => {
    const { current } = element
    if (!leaving || !current) return
    const gap = current.parentElement ? Number.parseFloat(getComputedStyle(current.parentElement).rowGap) || 0 : 0
    const closed = { height: 0, minHeight: 0, paddingBlock: 0, marginBottom: `${-gap}px`, opacity: 0 }
    const collapse = current.animate([{ height: `${current.offsetHeight}px` }, closed], { duration: COLLAPSE_MS, easing: 'ease-out' })
    collapse.onfinish = () => end.current()
    return () => collapse.cancel()
  }, [leaving])
  return element
}
