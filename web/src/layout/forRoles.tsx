import type { AsyncRouteComponent } from '@tanstack/react-router'
import type { Role } from 'contract'
import { useUser } from '../session/session.ts'
import { AccessDenied } from '../ui/states/AccessDenied.tsx'

type Screen = AsyncRouteComponent<object>

/** The screen for these roles; others get Access denied, and no call is sent (V8). */
export function forRoles(roles: readonly Role[], Screen: Screen): Screen {
  const Guarded: Screen = () => {
    const { role } = useUser()
    return roles.includes(role) ? <Screen /> : <AccessDenied role={role} />
  }
  if (Screen.preload) Guarded.preload = Screen.preload
  return Guarded
}
