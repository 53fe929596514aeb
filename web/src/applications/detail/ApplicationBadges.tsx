import { ActionIcon, Box, Button, Flex, Group, Text } from '@mantine/core'
import { IconEye, IconEyeOff, IconPrinter } from '@tabler/icons-react'
import type { VisaApplicationRecord } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PriorityBadge } from '../../ui/signs/PriorityBadge.tsx'
import { CaseBadge } from '../../ui/signs/StatusBadge.tsx'
import { Neighbours } from './Neighbours.tsx'
import { WithdrawButton } from './WithdrawButton.tsx'

/** Passport, priority and status below the name, and the button that prints the page (U48). */
export function ApplicationBadges({ application }: { application: VisaApplicationRecord }) {
  const t = useTranslations('applicationDetail')
  return (
    <Flex wrap="wrap" align="center" rowGap={6} columnGap="sm">
      {application.passport_number ? <Passport number={application.passport_number} /> : <span>{t('noPassport')}</span>}
      <PriorityBadge priority={application.priority} />
      <CaseBadge application={application} />
      <Button
        visibleFrom="sm"
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconPrinter size={16} />}
        onClick={() => window.print()}
      >
        {t('print')}
      </Button>
      <WithdrawButton application={application} />
      <Neighbours id={application.id} />
    </Flex>
  )
}

/** The number, which can be hidden from people nearby and from the paper. */
function Passport({ number }: { number: string }) {
  const t = useTranslations('applicationDetail')
  const [masked, setMasked] = useState(false)
  const Icon = masked ? IconEyeOff : IconEye
  return (
    <Group gap="2xs" wrap="nowrap" miw={0} fz="md" fw={500} c="var(--ink)">
      <Text span size="sm" lh="inherit" c="dimmed">
        {t('passport')}
      </Text>
      <Box component="bdi" miw={0}>
        {masked ? maskPassport(number) : number}
      </Box>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t('maskPassport')}
        aria-pressed={masked}
        onClick={() => setMasked(!masked)}
      >
        <Icon size={17} stroke={1.6} />
      </ActionIcon>
    </Group>
  )
}

/** Keeps the last three characters, to tell numbers apart. */
const maskPassport = (number: string): string => '•'.repeat(Math.max(number.length - 3, 3)) + number.slice(-3)
