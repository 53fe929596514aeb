import { Box, Flex, Text } from '@mantine/core'
import { addDays, dubaiDate, type StageName, type StageStatus } from 'contract'
import { useTranslations } from 'use-intl'
import { type StageOnPanel, StagePanel } from '../panels/StagePanel.tsx'
import { Muted } from '../ui/Muted.tsx'
import { PriorityBadge } from '../ui/signs/PriorityBadge.tsx'

const CASE: { stage: StageName; status: StageStatus; daysAgo: number }[] = [
  { stage: 'Offer Letter', status: 'Approved', daysAgo: 19 },
  { stage: 'Labor Fees', status: 'Approved', daysAgo: 16 },
  { stage: 'Entry Permit', status: 'Approved', daysAgo: 11 },
  { stage: 'Change Status', status: 'Approved', daysAgo: 6 },
  { stage: 'Medical Test', status: 'In Process', daysAgo: 2 },
]

/** The product's own stage panel with a made-up case. */
export function SampleCase() {
  const t = useTranslations('landing')
  const today = dubaiDate(new Date())
  const stages: StageOnPanel[] = CASE.map(({ stage, status, daysAgo }) => ({
    stage_name: stage,
    status,
    notes: status === 'In Process' ? t('sampleNotes') : null,
    updated_at: addDays(today, -daysAgo),
    updated_by_name: null,
  }))
  return (
    <Box component="figure" miw={0} m={0}>
      <Flex wrap="wrap" align="center" rowGap="2xs" columnGap="sm" mb="sm">
        <Text span size="lg" fw={600}>
          {t('sampleName')}
        </Text>
        <Text span size="sm" lh="inherit" c="dimmed" flex={1}>
          {t('samplePassport')}
        </Text>
        <PriorityBadge priority="fast_track" />
      </Flex>
      <StagePanel stages={stages} current="Medical Test" />
      <Muted component="figcaption" mt="sm">
        {t('sample')}
      </Muted>
    </Box>
  )
}
