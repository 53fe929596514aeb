import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { currentUser, onOtherTab } from '../session/session.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { useLeave } from './useLeave.ts'

/** Goes to the start page when the user logs out in another tab (A8), and shows the connection banner. */
export function Root() {
  const leave = useLeave()
  useEffect(() => onOtherTab(() => currentUser() && leave()), [leave])
  return (
    <>
      <ConnectionBanner />
      <Outlet />
    </>
  )
}
