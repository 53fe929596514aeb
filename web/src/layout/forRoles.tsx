import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import type { Role } from 'contract'
import { useUser } from '../session/session.ts'

type Screen = AsyncRouteComponent<object>

const AccessDenied = lazyRouteComponent(() => import('../ui/states/AccessDenied.tsx'), 'AccessDenied')

/** The screen for these roles; others get Access denied, and no call is sent (V8). */
export function forRoles(roles: readonly Role[], Screen: Screen): Screen {
  const Guarded: Screen = () => {
    const { role } = useUser()
    return roles.includes(role) ? <Screen /> : <AccessDenied role={role} />
  }
  if (Screen.preload) Guarded.preload = Screen.preload
  return Guarded
}
