import { Anchor, Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconClockExclamation, IconHelpCircle, IconPlayerPause } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type Deadline, STOPPED_BY } from 'contract'
import { useTranslations } from 'use-intl'
import { useUser } from '../../session/session.ts'
import { Muted } from '../../ui/Muted.tsx'
import { Note } from '../../ui/Note.tsx'
import { DubaiDate } from '../../ui/signs/DubaiDate.tsx'
import { absolute } from '../../ui/signs/dates.ts'
import { Money } from '../../ui/signs/Money.tsx'
import { Tag } from '../../ui/signs/Tag.tsx'
import { RuleSource } from '../RuleSource.tsx'
import classes from './DeadlineList.module.css'
import type { DeadlineActs } from './useDeadlineActs.tsx'

interface DeadlineListProps {
  deadlines: readonly Deadline[]
  acts: DeadlineActs
  labelledBy: string
  /** Whether each row names the person or the company. */
  named?: boolean
  /** Whether the rows stand on the screen of their case. */
  inCase?: boolean | undefined
}

/** Clocks, each with what it costs, what stops it and what to do about it. */
export const DeadlineList = ({ deadlines, labelledBy, ...row }: DeadlineListProps) => (
  <ul className={classes.list} aria-labelledby={labelledBy}>
    {deadlines.map((deadline) => (
      <li key={deadline.id} className={classes.row}>
        <What deadline={deadline} named={row.named} />
        <Due deadline={deadline} />
        <Cost deadline={deadline} inCase={row.inCase} />
        <Verbs deadline={deadline} {...row} />
        {deadline.stop && <Stopped stop={deadline.stop} />}
      </li>
    ))}
  </ul>
)

interface RowProps {
  deadline: Deadline
}

function What({ deadline: { key, who, person_name, company_name }, named }: RowProps & { named: boolean | undefined }) {
  const t = useTranslations('deadlines')
  const name = person_name ?? company_name
  return (
    <div>
      {named && (
        <Text component="bdi" display="block" size="sm" fw={600}>
          {name}
        </Text>
      )}
      <Text size="sm" fw={named ? 400 : 500}>
        {t(`todo.${key}`)}
      </Text>
      <Muted>{t(`who.${who}`)}</Muted>
    </div>
  )
}

function Due({ deadline: { due_on, days_left, printed } }: RowProps) {
  const t = useTranslations('deadlines')
  const words = (
    <time dateTime={due_on} title={absolute(due_on)}>
      {days_left < 0 ? t('late', { days: -days_left }) : t('due', { days: days_left })}
    </time>
  )
  return (
    <div className={classes.due}>
      {days_left < 0 ? (
        <Tag hue="red" icon={<IconAlertTriangle size={15} stroke={1.75} />}>
          {words}
        </Tag>
      ) : days_left <= SOON ? (
        <Tag hue="amber" icon={<IconClockExclamation size={15} stroke={1.75} />}>
          {words}
        </Tag>
      ) : (
        <Text size="sm">{words}</Text>
      )}
      <Muted mt={2}>{t.rich(printed ? 'printedDay' : 'lastDay', { day: () => <DubaiDate value={due_on} /> })}</Muted>
    </div>
  )
}

/** Within so many days the last day is marked. */
const SOON = 30

type CostProps = RowProps & Pick<DeadlineListProps, 'inCase'>

/** What it costs today and within 30 days, and the rule behind it. */
function Cost({ deadline, inCase }: CostProps) {
  const t = useTranslations('deadlines')
  const isReader = useUser().role !== 'employee'
  const sources = [deadline.rule_id, deadline.grace_rule_id].filter((id) => id !== null)
  const costs = (deadline.accrued ?? 0) + (deadline.next_30_days ?? 0) > 0
  return (
    <div>
      {costs && <Amounts deadline={deadline} />}
      {/* Beside the stages there is no room for what is far ahead. */}
      {(costs || !inCase) && <Bounds deadline={deadline} />}
      {isReader && sources.length > 0 && (
        <Muted>
          <RuleSource rules={sources}>{t('source')}</RuleSource>
        </Muted>
      )}
    </div>
  )
}

function Amounts({ deadline: { accrued, next_30_days, counted } }: RowProps) {
  const t = useTranslations('deadlines')
  return (
    <>
      {accrued !== null && accrued > 0 && (
        <Text size="sm" fw={counted ? 600 : 400}>
          {t.rich('now', { amount: () => <Money aed={accrued} /> })}
        </Text>
      )}
      {next_30_days !== null && next_30_days > 0 && <Text size="sm">{t.rich('more', { amount: () => <Money aed={next_30_days} /> })}</Text>}
    </>
  )
}

/** From when it costs something, how much at most, and whether it is counted. */
function Bounds({ deadline: { accrued, cap, counted, fined_from, days_left } }: RowProps) {
  const t = useTranslations('deadlines')
  if (accrued === null) return null
  return (
    <>
      {accrued === 0 && fined_from && days_left >= 0 && (
        <Muted>{t.rich('costsFrom', { day: () => <DubaiDate value={fined_from} /> })}</Muted>
      )}
      {cap !== null && <Muted>{t.rich('atMost', { amount: () => <Money aed={cap} /> })}</Muted>}
      {!counted && (
        <Note hue="gray" Icon={IconHelpCircle}>
          {t('notCounted')}
        </Note>
      )}
    </>
  )
}

function Stopped({ stop: { reason, from, until, note } }: { stop: NonNullable<Deadline['stop']> }) {
  const t = useTranslations('deadlines')
  const days = { from: () => <DubaiDate value={from} />, until: () => until && <DubaiDate value={until} /> }
  return (
    <div className={classes.stopped}>
      <Note hue="blue" Icon={IconPlayerPause}>
        {t.rich(until ? 'stoppedUntil' : 'stopped', { ...days, reason: t(`reasons.${reason}`) })}
        {note && (
          <>
            {' '}
            <bdi>{note}</bdi>
          </>
        )}
      </Note>
    </div>
  )
}

/** Renews the paper, opens the case, and for administrators stops the clock. */
function Verbs({ deadline, acts, inCase }: RowProps & Pick<DeadlineListProps, 'acts' | 'inCase'>) {
  const t = useTranslations('deadlines')
  const isAdmin = useUser().role === 'admin'
  return (
    <div className={classes.verbs}>
      <Remedy deadline={deadline} acts={acts} inCase={inCase} />
      {isAdmin && STOPPED_BY[deadline.key] && (
        <Button size="compact-sm" variant="subtle" color="gray" aria-haspopup="dialog" onClick={() => acts.stop(deadline)}>
          {t(deadline.stop ? 'changeStop' : 'stop')}
        </Button>
      )}
    </div>
  )
}

function Remedy({ deadline, acts, inCase }: RowProps & Pick<DeadlineListProps, 'acts' | 'inCase'>) {
  const t = useTranslations('deadlines')
  const mayChange = useUser().role !== 'employee'
  const { renewal_application_id, application_id, paper_id } = deadline
  if (renewal_application_id && !(inCase && renewal_application_id === application_id))
    return <CaseLink id={renewal_application_id} label={t('renewing')} />
  if (application_id) return inCase ? null : <CaseLink id={application_id} label={t('openCase')} />
  if (!paper_id) return null
  if (!mayChange)
    return (
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/papers" search={{ paper: paper_id }} />}>
        {t('openPaper')}
      </Anchor>
    )
  if (isUnsubscribed(deadline))
    return (
      <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={() => acts.add(deadline)}>
        {t('addInsurance')}
      </Button>
    )
  return (
    <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={() => acts.renew(paper_id)}>
      {t('renew')}
    </Button>
  )
}

/** The paper is the work permit then, with which the subscription was due. */
const isUnsubscribed = ({ key, rule_id, printed }: Deadline): boolean => key === 'unemployment_insurance' && rule_id !== null && !printed

const CaseLink = ({ id, label }: { id: string; label: string }) => (
  <Button size="compact-sm" variant="default" renderRoot={(props) => <Link {...props} to="/applications/$id" params={{ id }} />}>
    {label}
  </Button>
)
