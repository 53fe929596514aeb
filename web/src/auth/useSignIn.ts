import { useRouter } from '@tanstack/react-router'
import type { User } from 'contract'
import { takeReturnTo } from '../session/returnTo.ts'
import { signIn } from '../session/session.ts'

/** Signs the user in and opens the page that was asked for before the login, or the dashboard (B4). */
export function useSignIn(): (user: User) => void {
  const router = useRouter()
  return (user) => {
    signIn(user)
    router.history.replace(takeReturnTo() ?? '/dashboard')
  }
}
