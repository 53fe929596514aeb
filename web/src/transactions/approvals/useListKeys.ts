import { useEffect, useRef } from 'react'
import { isSingleKey, letterOf } from '../../ui/keys.ts'

/** Letter keys that act on a list while the focus is on its screen: never in a field, a dialog or the sidebar (U63, WCAG 2.1.4). */
export function useListKeys(actions: Partial<Record<string, () => void>>): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target } = event
      const isHere = target === document.body || (target instanceof HTMLElement && target.closest('main') !== null)
      if (!isHere || !isSingleKey(event) || event.repeat) return
      const act = latest.current[letterOf(event)]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
