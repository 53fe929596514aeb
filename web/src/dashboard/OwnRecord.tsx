import { Box } from '@mantine/core'
import { getOwnRecord, type OwnRecord as Own } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { Callout } from '../ui/Callout.tsx'
import { Card } from '../ui/Card.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { MailLink } from '../ui/signs/MailLink.tsx'
import { StatusBadge } from '../ui/signs/StatusBadge.tsx'
import { PanelHead } from './PanelHead.tsx'

export const useOwnRecord = () => useLoad(getOwnRecord, {}, { answers: () => true })

/** An employee's own record with its dates, and whom to ask about it (E7). If it does not load, nothing is shown. */
export function OwnRecord() {
  const t = useTranslations('dashboard.own')
  const { data } = useOwnRecord()
  if (!data?.record && !data?.company) return null
  const { record, company } = data
  return (
    <Box component="section" mt="xl" aria-label={t('title')}>
      <PanelHead title={t('title')} />
      <Card>
        <Facts>
          {record && <RecordFacts record={record} />}
          {company && <Contact company={company} />}
        </Facts>
      </Card>
    </Box>
  )
}

/** Said first, while there is time to save the papers: afterwards the account does not open any more (E7). */
export function RecordEnded() {
  const t = useTranslations('dashboard.own')
  const { data } = useOwnRecord()
  if (!data?.reads_until) return null
  const { record, reads_until } = data
  const at = record?.cancelled_at
  const shown = { date: () => at && <DubaiDate value={at} />, until: () => <DubaiDate value={reads_until} /> }
  return (
    <Callout hue="amber" mb="lg">
      {t.rich(at ? 'ended' : 'endedEverywhere', shown)}
    </Callout>
  )
}

function RecordFacts({ record }: { record: NonNullable<Own['record']> }) {
  const t = useTranslations('history.fields')
  const own = useTranslations('dashboard.own')
  const none = useTranslations('ui')('none')
  const date = (value: string | null) => (value ? <DubaiDate value={value} /> : none)
  return (
    <>
      <Fact name={own('status')}>
        <StatusBadge status={record.status} />
      </Fact>
      {record.leave_by && <Fact name={own('leaveBy')}>{date(record.leave_by)}</Fact>}
      {record.status !== 'cancelled' && <Fact name={t('visa_expiry_date')}>{date(record.visa_expiry_date)}</Fact>}
      <Fact name={t('visa_number')}>
        <bdi>{record.visa_number ?? none}</bdi>
      </Fact>
      <Fact name={t('eid_number')}>
        <bdi>{record.eid_number ?? none}</bdi>
      </Fact>
      <Fact name={t('eid_expiry_date')}>{date(record.eid_expiry_date)}</Fact>
      <Fact name={t('passport_number')}>
        <bdi>{record.passport_number}</bdi>
      </Fact>
      <Fact name={t('designation')}>{record.designation ?? none}</Fact>
    </>
  )
}

function Contact({ company: { name, contact_person, email } }: { company: NonNullable<Own['company']> }) {
  const t = useTranslations('dashboard.own')
  return (
    <Fact name={t('contact')} wide>
      <bdi>{contact_person}</bdi> · <bdi>{name}</bdi>
      <br />
      <MailLink address={email} />
    </Fact>
  )
}
