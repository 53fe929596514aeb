import { useRouter } from '@tanstack/react-router'
import { logout as logoutCall } from 'contract'
import { useAction } from '../api/useAction.ts'
import { signOut } from '../session/session.ts'
import { releaseUnsaved, useMayLeave } from '../ui/unsaved.ts'

/** Ends the session, after asking about unsaved input (U19), and goes to the start page. */
export function useLogout(): { logout: () => Promise<void>; busy: boolean } {
  const router = useRouter()
  const mayLeave = useMayLeave()
  const { run, busy } = useAction(logoutCall, {
    onDone: () => {
      releaseUnsaved()
      signOut()
      void router.navigate({ to: '/' })
    },
  })
  const logout = async () => {
    if (await mayLeave()) await run({})
  }
  return { logout, busy }
}
