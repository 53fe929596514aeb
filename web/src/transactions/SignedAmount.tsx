import { Text } from '@mantine/core'
import { formatSigned, type Transaction } from 'contract'

/** `+AED 500.00` or `−AED 7,500.00`; muted while it is pending, struck out when it is rejected. */
export const SignedAmount = ({ transaction: { amount, direction, status } }: { transaction: Transaction }) => {
  const counts = status !== 'pending' && status !== 'rejected'
  return (
    <Text
      component="bdi"
      inherit
      fw={counts ? 500 : 400}
      {...(!counts && { c: 'dimmed' })}
      {...(status === 'rejected' && { td: 'line-through' })}
      style={{ whiteSpace: 'nowrap' }}
    >
      {formatSigned(amount, direction)}
    </Text>
  )
}
