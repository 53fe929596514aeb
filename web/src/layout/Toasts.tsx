import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'
import { useEffect, useSyncExternalStore } from 'react'
import { showToast } from '../feedback/showToast.tsx'
import { toasts } from '../feedback/toast.ts'
import { useWidth } from '../ui/useWidth.ts'
import classes from './Toasts.module.css'

/** Shows toasts where they cover no heading: at the foot of the sidebar or beside it, on phones above their foot. Two at most where they stand over rows. */
export function Toasts() {
  const phone = useWidth('phone')
  const wide = useWidth('wide')
  const position = phone ? 'bottom-center' : 'bottom-left'
  const waiting = useSyncExternalStore(toasts.subscribe, toasts.waiting)
  useEffect(() => {
    if (waiting.length > 0) toasts.take().forEach(showToast)
  }, [waiting])
  const shown = { position, limit: wide ? 4 : 2, containerWidth: 400 } as const
  return <Notifications {...shown} pauseResetOnHover="notification" className={classes.toasts ?? ''} />
}
