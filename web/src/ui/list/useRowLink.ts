import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

const LEFT = 0
const MIDDLE = 1

/**
 * Makes a whole table row a link: a click opens the address, a middle or Ctrl click opens it in a new tab (U34).
 * No link covers the row, because its texts must stay selectable: people copy passport numbers from here.
 */
export function useRowLink() {
  const router = useRouter()
  return (path: string) => ({
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (event.button !== LEFT || isOnControl(event) || window.getSelection()?.isCollapsed === false) return
      if (event.ctrlKey || event.metaKey || event.shiftKey) window.open(path, '_blank', 'noopener')
      else void router.navigate({ href: path })
    },
    // Without this the middle button begins to scroll.
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      if (event.button === MIDDLE && !isOnControl(event)) event.preventDefault()
    },
    onAuxClick: (event: MouseEvent<HTMLElement>) => {
      if (event.button === MIDDLE && !isOnControl(event)) window.open(path, '_blank', 'noopener')
    },
  })
}

const isOnControl = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('a, button, input, label, [role=menu]') !== null
