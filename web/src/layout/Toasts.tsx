import { Notifications } from '@mantine/notifications'
import { useWidth } from '../ui/useWidth.ts'
import classes from './Toasts.module.css'

/** Where the toasts stand so that they cover no way on: beside the sidebar at the foot, on phones below the header. */
export function Toasts() {
  const phone = useWidth('phone')
  const position = phone ? 'top-center' : 'bottom-left'
  return <Notifications className={classes.place} position={position} pauseResetOnHover="notification" limit={4} containerWidth={400} />
}
