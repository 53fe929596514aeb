import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { currentUser, onOtherTab } from '../session/session.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { useLeave } from './useLeave.ts'

/** Brings the person back to the start page when they log out in another tab (A8), and says when the portal is out of reach. */
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
