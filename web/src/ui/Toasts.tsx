import { useDirection } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'

/** Where the toasts stand: at the end of the page, on phones at the top, for at the foot stands the primary action. */
export function Toasts() {
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const { dir } = useDirection()
  const corner = dir === 'rtl' ? 'bottom-left' : 'bottom-right'
  return <Notifications position={phone ? 'top-center' : corner} pauseResetOnHover="notification" limit={4} containerWidth={400} />
}
