import { useNotifications } from '@mantine/notifications'
import { type ComponentType, useEffect, useState } from 'react'

/** The code of toasts has 8 KB, which the start page does not need (U1). It is loaded after the first screen or with the first toast. */
export const importToasts = () => import('./Toasts.tsx')

export function LazyToasts() {
  const { notifications } = useNotifications()
  const [Toasts, setToasts] = useState<ComponentType>()
  const wanted = notifications.length > 0
  useEffect(() => {
    // If it does not load now, the next toast loads it and shows both.
    if (wanted && !Toasts)
      importToasts().then(
        (loaded) => setToasts(() => loaded.Toasts),
        () => undefined,
      )
  }, [wanted, Toasts])
  return Toasts ? <Toasts /> : null
}
