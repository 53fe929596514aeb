import { useNotifications } from '@mantine/notifications'
import { type ComponentType, useEffect, useState } from 'react'

/** The code of toasts has 8 KB, which the start page does not need (U1). It is loaded with the shell or with the first toast; undefined without a network. */
export const importToasts = (): Promise<ComponentType | undefined> =>
  import('./Toasts.tsx').then(
    (loaded: typeof import('./Toasts.tsx') | undefined) => loaded?.Toasts,
    () => undefined,
  )

export function LazyToasts() {
  const { notifications } = useNotifications()
  const [Toasts, setToasts] = useState<ComponentType>()
  const wanted = notifications.length > 0
  useEffect(() => {
    // If it does not load now, the next toast loads it and shows both.
    if (wanted && !Toasts) void importToasts().then((loaded) => setToasts(() => loaded))
  }, [wanted, Toasts])
  return Toasts ? <Toasts /> : null
}
