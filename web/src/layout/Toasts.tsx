import { Notifications } from '@mantine/notifications'
import { useWidth } from '../ui/useWidth.ts'

/** Shows toasts where they cover no button: at the foot beside the sidebar, on phones below the header. */
export function Toasts() {
  const phone = useWidth('phone')
  const position = phone ? 'top-center' : 'bottom-left'
  return <Notifications position={position} pauseResetOnHover="notification" limit={4} containerWidth={400} />
}
