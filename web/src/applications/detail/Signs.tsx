import { ActionIcon, Button } from '@mantine/core'
import { IconEye, IconEyeOff, IconPrinter } from '@tabler/icons-react'
import type { VisaApplicationRecord } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PriorityBadge } from '../../ui/signs/PriorityBadge.tsx'
import { StatusBadge } from '../../ui/signs/StatusBadge.tsx'
import { maskPassport } from './detail.ts'
import classes from './Signs.module.css'

/** Passport, priority and status below the name, and the page on paper (U48). */
export function Signs({ application }: { application: VisaApplicationRecord }) {
  const t = useTranslations('applicationDetail')
  return (
    <div className={classes.signs}>
      {application.passport_number ? <Passport number={application.passport_number} /> : <span>{t('noPassport')}</span>}
      <PriorityBadge priority={application.priority} />
      <StatusBadge status={application.status} />
      <Button
        className={classes.print ?? ''}
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconPrinter size={16} />}
        onClick={() => window.print()}
      >
        {t('print')}
      </Button>
    </div>
  )
}

/** The number, which can be hidden from who stands by and from the paper. */
function Passport({ number }: { number: string }) {
  const t = useTranslations('applicationDetail')
  const [masked, setMasked] = useState(false)
  const Icon = masked ? IconEyeOff : IconEye
  return (
    <span className={classes.passport}>
      <span className={classes.passportLabel}>{t('passport')}</span>
      <bdi>{masked ? maskPassport(number) : number}</bdi>
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
    </span>
  )
}
