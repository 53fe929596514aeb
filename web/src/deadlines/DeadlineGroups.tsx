import { Anchor, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Deadline, type DeadlineKey, getRisk } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { DeadlineList } from '../panels/deadlines/DeadlineList.tsx'
import { RiskSentence } from '../panels/deadlines/RiskSentence.tsx'
import { useDeadlineActs } from '../panels/deadlines/useDeadlineActs.tsx'
import { useUser } from '../session/session.ts'
import { Muted } from '../ui/Muted.tsx'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import type { GroupedBy } from './DeadlinesScreen.tsx'
import { byKind, byPerson } from './groups.ts'
import { useDeadlineQuery } from './useDeadlineQuery.ts'

interface DeadlineGroupsProps {
  deadlines: readonly Deadline[]
  grouped: GroupedBy
  /** Narrows the list to a kind. */
  onKind: (key: DeadlineKey) => void
}

/** The clocks by person, whose soonest last day comes first, or by kind. An employee has one group without a heading. */
export function DeadlineGroups({ deadlines, grouped, onKind }: DeadlineGroupsProps) {
  const t = useTranslations('deadlines')
  const { role } = useUser()
  const { acts, dialogs } = useDeadlineActs()
  if (role === 'employee')
    return (
      <>
        <SectionTitle id="deadlines-own" hidden>
          {t('title')}
        </SectionTitle>
        <DeadlineList deadlines={deadlines} acts={acts} labelledBy="deadlines-own" />
        {dialogs}
      </>
    )
  const isByKind = grouped === 'kind'
  const groups = isByKind ? byKind(deadlines) : byPerson(deadlines)
  return (
    <>
      <Stack gap="lg" mt="sm">
        {groups.map(({ id, first, deadlines: own }) => (
          <section key={id} aria-labelledby={`deadlines-${id}`}>
            {isByKind ? <KindHead deadline={first} onKind={onKind} /> : <OwnerHead id={id} deadline={first} />}
            <DeadlineList deadlines={own} acts={acts} labelledBy={`deadlines-${id}`} named={isByKind} />
          </section>
        ))}
      </Stack>
      {dialogs}
    </>
  )
}

function OwnerHead({ id, deadline: { employee_id, person_name, company_name } }: { id: string; deadline: Deadline }) {
  const isAdmin = useUser().role === 'admin'
  const name = <bdi>{person_name ?? company_name}</bdi>
  return (
    <Group gap="xs" align="baseline">
      <SectionTitle id={`deadlines-${id}`}>
        {employee_id ? (
          <Anchor inherit c="inherit" renderRoot={(props) => <Link {...props} to="/employees/$id" params={{ id: employee_id }} />}>
            {name}
          </Anchor>
        ) : (
          name
        )}
      </SectionTitle>
      {isAdmin && person_name && (
        <Muted component="span">
          <bdi>{company_name}</bdi>
        </Muted>
      )}
    </Group>
  )
}

/** With the sums over all of the kind, of which the list may have a part. */
function KindHead({ deadline: { key }, onKind }: { deadline: Deadline; onKind: (key: DeadlineKey) => void }) {
  const t = useTranslations('deadlines')
  const { ofCompany, filters } = useDeadlineQuery()
  const { data } = useLoad(getRisk, { query: { ...ofCompany, by: 'key' } }, { answers: () => true })
  const risk = data?.by_key.find((each) => each.key === key)
  return (
    <>
      <SectionTitle id={`deadlines-${key}`}>{t(`kinds.${key}`)}</SectionTitle>
      <Group gap="xs">
        {risk && (
          <Muted component="span">
            {t('counts', { late: risk.late, soon: risk.due_in_30_days })} <RiskOfKind risk={risk} />
          </Muted>
        )}
        {filters.key !== key && (
          <Anchor component="button" type="button" size="note" onClick={() => onKind(key)}>
            {t('onlyThese')}
          </Anchor>
        )}
      </Group>
    </>
  )
}

/** Where a kind costs something. */
function RiskOfKind({ risk }: { risk: Parameters<typeof RiskSentence>[0]['risk'] }) {
  return risk.accrued + risk.next_30_days > 0 && <RiskSentence risk={{ ...risk, uncounted: 0 }} />
}
