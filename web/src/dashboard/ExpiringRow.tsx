import { Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight, IconClock, IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ExpiringVisa, listEmployees, openStageAt, renewEmployee } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useIsOfAll } from '../session/allCompanies.ts'
import { useUser } from '../session/session.ts'
import { Muted } from '../ui/Muted.tsx'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { StageBadge } from '../ui/signs/StageBadge.tsx'
import { Tag } from '../ui/signs/Tag.tsx'
import classes from './Rows.module.css'

/** A renewal that starts later will hardly finish in time. */
const URGENT_DAYS = 7

/** A person whose visa expires soon: opens the newest application, else the employee record (S9). */
export function ExpiringRow({ visa }: { visa: ExpiringVisa }) {
  const t = useTranslations('dashboard.expiring')
  const ui = useTranslations('ui')
  return (
    <li className={classes.item}>
      <Row visa={visa}>
        <span className={classes.person}>
          <Text component="bdi" inherit display="block" fw={600}>
            {visa.employee_name}
          </Text>
          <Muted component="span" className={classes.facts ?? ''}>
            {t('passport')} <bdi>{visa.passport_number ?? ui('none')}</bdi>
            {visa.company_name && (
              <>
                {' · '}
                <bdi title={visa.company_name}>{visa.company_name}</bdi>
              </>
            )}
          </Muted>
          {visa.renewal && (
            <Muted component="span" className={classes.renewal ?? ''}>
              {t('renewal')} <StageBadge stage={stageOf(visa.renewal)} />
            </Muted>
          )}
        </span>
        <span className={classes.sign}>
          <DaysLeft visa={visa} />
        </span>
        <Muted component="span" className={classes.date ?? ''}>
          <span className={classes.wide}>{t('expires')} </span>
          <DubaiDate value={visa.expiry_date} />
        </Muted>
      </Row>
      <Renew visa={visa} />
    </li>
  )
}

/** One that its case does not need is not where the renewal stands (U75). */
const stageOf = ({ stage_name, ...renewal }: NonNullable<ExpiringVisa['renewal']>) =>
  openStageAt({ ...renewal, application_type: 'renewal', current_stage: stage_name })

/** For whom no renewal runs; a visa without employee record has nothing to renew (E2). */
function Renew({ visa: { employee_id, employee_name, renewal } }: { visa: ExpiringVisa }) {
  const t = useTranslations('dashboard.today')
  const { role } = useUser()
  const isOfAll = useIsOfAll()
  if (isOfAll || !renewEmployee.access.some((allowed) => allowed === role)) return null
  const verb = t('verbs.renew')
  return (
    <span className={classes.verb}>
      {!renewal && employee_id && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('named', { verb, name: employee_name })}
          renderRoot={(props) => <Link {...props} to="/employees" search={{ dialog: 'renew', employee: employee_id }} />}
        >
          {verb}
        </Button>
      )}
    </span>
  )
}

/** An employee may not open the own record (E7), and the list of records is of one company. */
function Row({ visa: { id, record }, children }: { visa: ExpiringVisa; children: ReactNode }) {
  const { role } = useUser()
  const isOfAll = useIsOfAll()
  const arrow = <IconChevronRight size={16} color="var(--muted)" className={classes.arrow} data-flip aria-hidden />
  if (record === 'application')
    return (
      <Link to="/applications/$id" params={{ id }} className={classes.row} data-press data-kind="visa">
        {children}
        {arrow}
      </Link>
    )
  if (!isOfAll && listEmployees.access.some((allowed) => allowed === role))
    return (
      <Link to="/employees/$id" params={{ id }} className={classes.row} data-press data-kind="visa">
        {children}
        {arrow}
      </Link>
    )
  return (
    <div className={classes.row} data-kind="visa">
      {children}
    </div>
  )
}

function DaysLeft({ visa: { days_left, renewal } }: { visa: ExpiringVisa }) {
  const t = useTranslations('dashboard.expiring')
  const Icon = renewal ? IconRefresh : days_left <= URGENT_DAYS ? IconAlertTriangle : IconClock
  const hue = renewal ? 'green' : days_left <= URGENT_DAYS ? 'red' : 'amber'
  return (
    <Tag hue={hue} icon={<Icon size={15} stroke={1.75} />}>
      {t('daysLeft', { days: days_left })}
    </Tag>
  )
}
