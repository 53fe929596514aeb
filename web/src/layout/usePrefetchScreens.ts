import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { importQuestions } from '../feedback/Dialogs.tsx'
import { importCompanyChanged } from './CompanyChanged.tsx'
import { importMenu } from './LazyMenu.tsx'
import { importToasts } from './LazyToasts.tsx'
import { importPersonPanel } from './PersonMenu.tsx'
import { importSessionDialogs } from './SessionGuard.tsx'
import { importSearch } from './search/Search.tsx'

const START_DELAY_MS = 5_000

/** Whether the person asked the browser to load little. */
const savesData = (): boolean => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

const PRESSES = ['pointerdown', 'keydown'] as const
const PARTS = [importToasts, importSessionDialogs, importCompanyChanged, importQuestions, importMenu, importPersonPanel, importSearch]

const MAX_IDLE_WAIT_MS = 1_000
/** Safari has no idle callbacks. */
const untilIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: MAX_IDLE_WAIT_MS })
    else setTimeout(resolve)
  })

const PAUSE_MS = 1_000
let keyAt = Number.NEGATIVE_INFINITY

/** Whoever is typing goes on at once. */
async function untilPause(): Promise<void> {
  const left = () => keyAt + PAUSE_MS - performance.now()
  while (left() > 0) await new Promise((resolve) => setTimeout(resolve, left()))
}

/** One after the other, whenever nothing else is to be done: what is loaded holds up the keys that are pressed meanwhile. */
async function loadAll(loads: readonly (() => Promise<unknown> | undefined)[]): Promise<void> {
  for (const load of loads) {
    await untilPause()
    await untilIdle()
    // What fails now is loaded again when it is opened.
    await load()?.catch(() => undefined)
  }
}

/**
 * Loads the code of toasts and dialogs after the first press, and that of the other screens a little later, so that they open at once, even
 * without a network (U10).
 */
export function usePrefetchScreens(): void {
  const router = useRouter()
  useEffect(() => {
    const loadParts = () => void loadAll(PARTS)
    const load = () => {
      if (!navigator.onLine || savesData()) return
      const screens = Object.values(router.routesById).filter(({ id }) => id.startsWith('/signed-in/'))
      void loadAll([...PARTS, ...screens.map((screen) => () => router.loadRouteChunk(screen))])
    }
    const heard = () => {
      keyAt = performance.now()
    }
    const timer = window.setTimeout(load, START_DELAY_MS)
    // Before what the first press loads.
    window.addEventListener('keydown', heard)
    for (const press of PRESSES) window.addEventListener(press, loadParts, { once: true })
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('keydown', heard)
      for (const press of PRESSES) window.removeEventListener(press, loadParts)
    }
  }, [router])
}
