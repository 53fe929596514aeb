import { Link } from '@tanstack/react-router'
import { formatAed, type Transaction } from 'contract'
import { useTranslations } from 'use-intl'
import { Muted } from '../ui/Muted.tsx'
import classes from './Transactions.module.css'

interface TransactionWordsProps {
  transaction: Transaction
  /** Whether the company is named too. */
  company?: boolean | undefined
}

/** The kind of transaction, and below it for whom or by whom: "Visa payment, Sara Khan". */
export function TransactionWords({ transaction, company = false }: TransactionWordsProps) {
  const { type, application_id, employee_name, user_name, company_name } = transaction
  const t = useTranslations('transactions')
  const about = employee_name ?? (user_name && t('of', { name: user_name }))
  return (
    <>
      <span className={classes.type}>{t(type)}</span>
      {about &&
        (application_id ? (
          <Link to="/applications/$id" params={{ id: application_id }} className={classes.about} data-reach>
            <bdi>{about}</bdi>
          </Link>
        ) : (
          <span className={classes.about}>
            <bdi>{about}</bdi>
          </span>
        ))}
      {company && (
        <span className={classes.about}>
          <bdi>{company_name}</bdi>
        </span>
      )}
    </>
  )
}

/** The reference of its transfer, why it was rejected or corrected, and how much of it was taken back. */
export function TransactionNotes({ transaction: { notes, reversed, reference } }: { transaction: Transaction }) {
  const t = useTranslations('transactions')
  return (
    <>
      <bdi>{notes}</bdi>
      {reference && (
        <Muted component="span" display="block" style={{ whiteSpace: 'nowrap' }}>
          {t('reference', { reference })}
        </Muted>
      )}
      {reversed > 0 && (
        <Muted component="span" display="block">
          {t('reversed', { amount: formatAed(reversed) })}
        </Muted>
      )}
    </>
  )
}
