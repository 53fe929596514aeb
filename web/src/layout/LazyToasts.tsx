import { useNotifications } from '@mantine/notifications'
import { type ComponentType, useEffect, useState } from 'react'

/** The toasts weigh 8 KB that the start page can do without (U1): they come with the shell or with the first toast. */
export const importToasts = () => import('./Toasts.tsx')

export function LazyToasts() {
  const { notifications } = useNotifications()
  const [Toasts, setToasts] = useState<ComponentType>()
  const wanted = notifications.length > 0
  useEffect(() => {
    // Where it cannot be loaded now, the next toast asks again and shows this one too.
    if (wanted && !Toasts)
      importToasts().then(
        (loaded) => setToasts(() => loaded.Toasts),
        () => undefined,
      )
  }, [wanted, Toasts])
  return Toasts ? <Toasts /> : null
}
