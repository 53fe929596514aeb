import { formatSigned, type Transaction } from 'contract'
import classes from './Transactions.module.css'

/** `+AED 500.00` or `−AED 7,500.00`; muted while it is pending, struck out when it is rejected. */
export const SignedAmount = ({ transaction: { amount, direction, status } }: { transaction: Transaction }) => (
  <bdi className={classes.signed} data-status={status}>
    {formatSigned(amount, direction)}
  </bdi>
)
