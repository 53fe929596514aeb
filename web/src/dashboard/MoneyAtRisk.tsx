import { Skeleton, Text } from '@mantine/core'
import { IconHourglassLow } from '@tabler/icons-react'
import { getRisk } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { RiskSentence } from '../panels/deadlines/RiskSentence.tsx'
import classes from './DashboardScreen.module.css'

/** One line below the cards: what being late costs, and what it will. If it does not load, nothing is shown. */
export function MoneyAtRisk() {
  const t = useTranslations('deadlines.risk')
  const { data, isError } = useLoad(getRisk, {}, { staleTime: 0, answers: () => true })
  if (!data && isError) return null
  return (
    <Text component="section" size="sm" lh="row" aria-label={t('title')} className={classes.risk}>
      <IconHourglassLow size={18} stroke={1.6} aria-hidden />
      {data ? (
        <span>
          <RiskSentence risk={data} linked />
        </span>
      ) : (
        <Skeleton height={14} width="18rem" maw="100%" my="2xs" />
      )}
    </Text>
  )
}
