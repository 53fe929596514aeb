import { useRouter } from '@tanstack/react-router'
import { logout as logoutCall } from 'contract'
import { queryClient } from '../api/queryClient.ts'
import { useAction } from '../api/useAction.ts'
import { releaseUnsaved } from '../feedback/dirtyForms.ts'
import { useMayLeave } from '../feedback/unsaved.ts'
import { signOut } from '../session/session.ts'

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
    onRefused: () => void queryClient.invalidateQueries(),
  })
  const logout = async () => {
    if (!(await mayLeave())) return
    // Calls that are still under way would be refused and ask for the password (U9).
    await queryClient.cancelQueries()
    await run({})
  }
  return { logout, busy }
}
