import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const START_DELAY_MS = 2_000

/** Fetches the code of the other screens once this one is there, so that they open at once, and without a network too (U10). */
export function useScreensAhead(): void {
  const router = useRouter()
  useEffect(() => {
    const load = () => {
      if (!navigator.onLine) return
      const screens = Object.values(router.routesById).filter(({ id }) => id.startsWith('/signed-in/'))
      // What fails now is asked for again when it is wanted.
      for (const screen of screens) void Promise.resolve(router.loadRouteChunk(screen)).catch(() => undefined)
    }
    const timer = window.setTimeout(load, START_DELAY_MS)
    return () => window.clearTimeout(timer)
  }, [router])
}
