import type { WorkItem } from 'contract'
import { useTranslations } from 'use-intl'
import { DubaiDate } from '../../ui/signs/DubaiDate.tsx'
import { useOwnRecord } from '../OwnRecord.tsx'
import { Refused } from './Refused.tsx'
import classes from './Today.module.css'

/** The own visa in a sentence: where it stands, until when it is valid if it was not cancelled, what comes next and who acts (E7, U66). */
export function OwnVisa({ item }: { item: WorkItem }) {
  const t = useTranslations('dashboard.today.ownVisa')
  const words = useTranslations('enums')
  const next = useTranslations('applicationDetail.outlook.next')
  const { status, stage_name, stage_status, expires_on } = item
  const ended = useOwnRecord().data?.record?.status === 'cancelled'
  const until = !ended && expires_on && <span>{t.rich('validUntil', { date: () => <DubaiDate value={expires_on} /> })}</span>
  if (status !== 'active' || !stage_name)
    return <span className={classes.sentences}>{until || t(ended ? 'ended' : status === 'completed' ? 'completed' : 'none')}</span>
  return (
    <span className={classes.sentences}>
      {stage_status === 'Rejected' ? (
        <span>
          <Refused item={item} /> {t('askCompany')}
        </span>
      ) : (
        <span>
          {t('stands', { stage: words(`stage.${stage_name}`), status: stage_status ? words(`status.${stage_status}`) : t('notBegun') })}{' '}
          {next(stage_name)}
        </span>
      )}
      {until}
    </span>
  )
}
