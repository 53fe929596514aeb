import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { importQuestions } from '../feedback/Dialogs.tsx'
import { importCompanyChanged } from './CompanyChanged.tsx'
import { importMenu } from './LazyMenu.tsx'
import { importToasts } from './LazyToasts.tsx'
import { importPersonPanel } from './PersonMenu.tsx'
import { importSessionDialogs } from './SessionGuard.tsx'
import { importSearch } from './search/Search.tsx'

const START_DELAY_MS = 2_000

/** Whether the person asked the browser to load little. */
const savesData = (): boolean => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

const PRESSES = ['pointerdown', 'keydown'] as const
const PARTS = [importToasts, importSessionDialogs, importCompanyChanged, importQuestions, importMenu, importPersonPanel, importSearch]

/**
 * Loads the code of toasts and dialogs with the first press, and that of the other screens a little later, so that they open at once, even
 * without a network (U10).
 */
export function usePrefetchScreens(): void {
  const router = useRouter()
  useEffect(() => {
    const loadParts = () => {
      for (const load of PARTS) void load()
    }
    const load = () => {
      if (!navigator.onLine || savesData()) return
      loadParts()
      const screens = Object.values(router.routesById).filter(({ id }) => id.startsWith('/signed-in/'))
      // A chunk that fails now is loaded again when its screen opens.
      for (const screen of screens) void Promise.resolve(router.loadRouteChunk(screen)).catch(() => undefined)
    }
    const timer = window.setTimeout(load, START_DELAY_MS)
    for (const press of PRESSES) window.addEventListener(press, loadParts, { once: true })
    return () => {
      window.clearTimeout(timer)
      for (const press of PRESSES) window.removeEventListener(press, loadParts)
    }
  }, [router])
}
