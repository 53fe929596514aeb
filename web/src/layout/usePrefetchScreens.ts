import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { importToasts } from './LazyToasts.tsx'

const START_DELAY_MS = 2_000

/** Loads the code of toasts, and later that of the other screens, so that they open at once, even without a network (U10). */
export function usePrefetchScreens(): void {
  const router = useRouter()
  useEffect(() => {
    void importToasts()
    const load = () => {
      if (!navigator.onLine) return
      const screens = Object.values(router.routesById).filter(({ id }) => id.startsWith('/signed-in/'))
      // A chunk that fails now is loaded again when its screen opens.
      for (const screen of screens) void Promise.resolve(router.loadRouteChunk(screen)).catch(() => undefined)
    }
    const timer = window.setTimeout(load, START_DELAY_MS)
    return () => window.clearTimeout(timer)
  }, [router])
}
