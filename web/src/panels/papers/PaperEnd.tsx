import { Flex } from '@mantine/core'
import { IconAlertTriangle, IconClockExclamation } from '@tabler/icons-react'
import type { Paper } from 'contract'
import { useTranslations } from 'use-intl'
import { Muted } from '../../ui/Muted.tsx'
import { DubaiDate } from '../../ui/signs/DubaiDate.tsx'
import { absolute } from '../../ui/signs/dates.ts'
import { Tag } from '../../ui/signs/Tag.tsx'

type Ending = Pick<Paper, 'expires_on' | 'days_left' | 'standing' | 'state'>

/** When a paper expires, from today: `in 12 days`. Its title is the date. What is no longer on record warns of nothing. */
export function PaperEnd({ paper: { expires_on, days_left, standing, state } }: { paper: Ending }) {
  const t = useTranslations('papers')
  if (expires_on === null || days_left === null) return <Muted component="span">{t('noDate')}</Muted>
  const time = (
    <time dateTime={expires_on} title={absolute(expires_on)}>
      {days_left < 0 ? t('ended', { days: -days_left }) : t('ends', { days: days_left })}
    </time>
  )
  if (state !== 'held' || standing === 'valid' || standing === 'no_date') return time
  const Icon = standing === 'expired' ? IconAlertTriangle : IconClockExclamation
  return (
    <Tag hue={standing === 'expired' ? 'red' : 'amber'} icon={<Icon size={15} stroke={1.75} />}>
      {time}
    </Tag>
  )
}

/** The same with the date in words, below it where `stacked`. */
export const DatedEnd = ({ paper, stacked = false }: { paper: Ending; stacked?: boolean }) => (
  <Flex
    component="span"
    {...(stacked ? { direction: 'column', align: 'flex-end', flex: 'none' } : { wrap: 'wrap', align: 'center', columnGap: 'xs' })}
  >
    <PaperEnd paper={paper} />
    {paper.expires_on && (
      <Muted component="span" style={{ whiteSpace: 'nowrap' }}>
        <DubaiDate value={paper.expires_on} />
      </Muted>
    )}
  </Flex>
)
