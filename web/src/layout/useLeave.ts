import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { releaseUnsaved } from '../feedback/dirtyForms.ts'
import { dropSession } from '../session/session.ts'

/** Goes to the start page after the session has ended, without asking about unsaved input. */
export function useLeave(): () => void {
  const router = useRouter()
  return useCallback(() => {
    releaseUnsaved()
    dropSession()
    void router.navigate({ to: '/', replace: true })
  }, [router])
}
