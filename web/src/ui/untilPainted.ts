import { useEffect, useState } from 'react'

/** Until the browser has painted what is drawn. */
export const untilPainted = (): Promise<void> => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))

/** Whether the component has been on the screen for a frame: what is heavy is drawn from then on. */
export function useIsOnScreen(): boolean {
  const [isOnScreen, setOnScreen] = useState(false)
  useEffect(() => void untilPainted().then(() => setOnScreen(true)), [])
  return isOnScreen
}
