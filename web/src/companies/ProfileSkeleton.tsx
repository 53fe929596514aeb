import { Flex, Skeleton, Stack } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { EstablishmentSkeleton } from '../panels/establishment/EstablishmentCard.tsx'
import { HistoryLines } from '../panels/HistoryPanel.tsx'
import { Card } from '../ui/Card.tsx'
import { FactsSkeleton } from '../ui/states/FactsSkeleton.tsx'
import { COMPANY_FIELDS } from './CompanyFields.tsx'
import classes from './CompanyProfileScreen.module.css'

/** The company's facts, what the authorities ask for, and the history. */
export function ProfileSkeleton() {
  const ui = useTranslations('ui')
  return (
    <div role="status" aria-label={ui('loading')} className={classes.columns}>
      <Stack gap="xl" aria-hidden>
        <Card p={{ base: 'md', sm: 'lg' }}>
          <Flex justify="space-between" gap="md" mb="ml">
            <Skeleton height={18} width="40%" my={6} />
            <Skeleton height={22} width={110} />
          </Flex>
          <FactsSkeleton count={COMPANY_FIELDS.length - 1} className={classes.facts} />
        </Card>
        <EstablishmentSkeleton />
      </Stack>
      <div aria-hidden>
        <Skeleton height={14} width="5rem" mt={5} mb={21} />
        <HistoryLines />
      </div>
    </div>
  )
}
