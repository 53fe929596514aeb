import { partOf, usePart } from '../feedback/usePart.ts'
import type { MenuProps } from './Menu.tsx'

export const importMenu = partOf(() => import('./Menu.tsx').then(({ Menu }) => Menu))

/** The menu of phones, loaded when it is first opened. */
export function LazyMenu(props: MenuProps) {
  const Menu = usePart(importMenu, props.opened, props.onClose)
  return Menu ? <Menu {...props} /> : null
}
