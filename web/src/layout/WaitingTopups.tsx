import { VisuallyHidden } from '@mantine/core'
import { listTransactions } from 'contract'
import { useFormatter, useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import classes from './Sidebar.module.css'

/** The number of top-ups that wait for a decision, loaded in the background; hidden if there are none (U63). */
export function WaitingTopups() {
  const t = useTranslations('shell')
  const format = useFormatter()
  const { data } = useLoad(
    listTransactions,
    { query: { type: 'topup', status: 'pending', limit: 1 } },
    { background: true, answers: () => true },
  )
  if (!data || data.total === 0) return null
  return (
    <span className={classes.waiting}>
      <span aria-hidden>{format.number(data.total)}</span>
      <VisuallyHidden>{t('waiting', { count: data.total })}</VisuallyHidden>
    </span>
  )
}
