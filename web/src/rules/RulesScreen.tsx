import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { listRules, RULE_SECTIONS, RULES, type Rule, STAGE_NAMES } from 'contract'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { partOf, usePart } from '../feedback/usePart.ts'
import { useUser } from '../session/session.ts'
import { Muted } from '../ui/Muted.tsx'
import { Page } from '../ui/Page.tsx'
import rows from '../ui/Rows.module.css'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import { useUrlState } from '../ui/useUrlState.ts'
import type { Asked } from './RuleDialog.tsx'
import { RuleRow } from './RuleRow.tsx'

const importDialog = partOf(() => import('./RuleDialog.tsx').then(({ RuleDialog }) => RuleDialog))

/** What the portal goes by: numbers of authorities, each with its source and its day. */
export function RulesScreen() {
  const t = useTranslations('rules')
  const isAdmin = useUser().role === 'admin'
  const [shown, show] = useUrlState('show')
  const [asked, ask] = useState<Asked>()
  const close = () => ask(undefined)
  const RuleDialog = usePart(importDialog, asked !== undefined, close)
  const { data, error, refetch } = useLoad(listRules, {})
  const behind = useBehind(data ?? [])
  const open = data?.filter(({ confirmed }) => !confirmed) ?? []
  const add = isAdmin && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => ask({ kind: 'add' })}>
      {t('row.add')}
    </Button>
  )
  return (
    <Page title={t('title')} subtitle={t('lead')} actions={add}>
      {behind.length > 0 ? (
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/rules" />}>
          {t('all')}
        </Button>
      ) : (
        <SegmentedControl
          mb="md"
          aria-label={t('show')}
          value={shown === 'unconfirmed' ? shown : 'all'}
          onChange={(value) => show(value === 'all' ? '' : value)}
          data={[
            { value: 'all', label: t('all') },
            { value: 'unconfirmed', label: data ? t('unconfirmedCount', { count: open.length }) : t('toBeConfirmed') },
          ]}
        />
      )}
      {data && behind.length > 0 && <Sections key="behind" rules={behind} all={data} isAdmin={isAdmin} onAsk={ask} open />}
      {data && behind.length === 0 && <Sections rules={shown === 'unconfirmed' ? open : data} all={data} isAdmin={isAdmin} onAsk={ask} />}
      {!data && error && <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton rows={9} height={62} />}
      <Muted mt="lg">{t('foot')}</Muted>
      {RuleDialog && <RuleDialog asked={asked} onClose={close} />}
    </Page>
  )
}

/** The rules behind a number of another screen, which named them in the address. */
function useBehind(rules: Rule[]): Rule[] {
  const [key] = useUrlState('key')
  const [stage] = useUrlState('stage')
  const [ids] = useUrlState('rules')
  if (ids !== '') return rules.filter(({ id }) => ids.split(',').includes(id))
  return rules.filter(({ applies, ...rule }) => rule.key === key && (stage === '' || (applies.stage_name ?? stage) === stage))
}

/** So many fill a window. */
const FIRST_ROWS = 12

const placeOf = ({ applies: { stage_name } }: Rule): number => (stage_name ? STAGE_NAMES.indexOf(stage_name) : -1)
/** What stages have stands in their order; the others stay as they are. */
const byStage = (one: Rule, other: Rule): number => (one.key === other.key ? placeOf(one) - placeOf(other) : 0)

function Sections({ rules, ...row }: { rules: Rule[]; all: Rule[]; isAdmin: boolean; onAsk: (asked: Asked) => void; open?: boolean }) {
  const t = useTranslations('rules')
  // What fills the window is drawn before the rest.
  const count = useDeferredValue(rules.length, FIRST_ROWS)
  if (rules.length === 0) return <EmptyState title={t('none')} />
  const inSection = (list: Rule[], section: string) => list.filter(({ key }) => RULES[key].section === section)
  const shown = RULE_SECTIONS.flatMap((section) => inSection(rules, section).toSorted(byStage)).slice(0, count)
  return RULE_SECTIONS.map((section) => {
    const own = inSection(shown, section)
    if (own.length === 0) return null
    return (
      <section key={section} aria-labelledby={`rules-${section}`}>
        <SectionTitle id={`rules-${section}`} mt="lg" mb="xs">
          {t(`sections.${section}`)}
        </SectionTitle>
        <ul className={rows.rows}>
          {own.map((rule) => (
            <RuleRow key={rule.id} rule={rule} {...row} />
          ))}
        </ul>
      </section>
    )
  })
}
