import { Notifications } from '@mantine/notifications'
import { useWidth } from '../ui/useWidth.ts'

/** Where the toasts stand so that they cover no way on: beside the sidebar at the foot, on phones below the header. */
export function Toasts() {
  const phone = useWidth('phone')
  const position = phone ? 'top-center' : 'bottom-left'
  return <Notifications position={position} pauseResetOnHover="notification" limit={4} containerWidth={400} />
}
