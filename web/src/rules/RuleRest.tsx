import { Anchor, Button, Skeleton, Stack } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { confirmRule, getRule, type RuleRecord, type RuleVersion, type Tagged } from 'contract'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { useLoad } from '../api/useLoad.ts'
import { loadSettings } from '../session/settings.ts'
import { ButtonRow } from '../ui/ButtonRow.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { Muted } from '../ui/Muted.tsx'
import rows from '../ui/Rows.module.css'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { formatDate } from '../ui/signs/dates.ts'
import { LoadError } from '../ui/states/LoadError.tsx'
import type { Asked } from './RuleDialog.tsx'
import classes from './Rules.module.css'
import { useRuleWords } from './useRuleWords.ts'

interface RuleRestProps {
  id: string
  isAdmin: boolean
  onAsk: (asked: Asked) => void
}

/** Where a rule comes from, who has confirmed it, and its other versions. */
export function RuleRest({ id, isAdmin, onAsk }: RuleRestProps) {
  const t = useTranslations('rules')
  const { data, error, refetch } = useLoad(getRule, { params: { id } }, { answers: () => true })
  if (!data) {
    if (error) return <LoadError text={t('versionsFailed')} refusal={error} onRetry={() => void refetch()} />
    return <Skeleton height={180} mb="md" />
  }
  return (
    <Stack gap="sm" className={classes.rest ?? ''}>
      <SourceFacts rule={data} isAdmin={isAdmin} />
      {isAdmin && <Buttons rule={data} onAsk={onAsk} />}
      {data.versions.length > 1 && <Versions rule={data} />}
    </Stack>
  )
}

function SourceFacts({ rule, isAdmin }: { rule: RuleRecord; isAdmin: boolean }) {
  const t = useTranslations('rules.row')
  const words = useTranslations('rules.confidence')
  const whoAndWhen = (name: string | null, date: string) => (name === null ? t('broughtAlong', { date }) : t('by', { name, date }))
  return (
    <Facts>
      <Fact name={t('source')} wide>
        <bdi>{rule.source_name}</bdi>{' '}
        {rule.source_url ? (
          <Anchor href={rule.source_url} target="_blank" rel="noreferrer" inherit>
            {t('openSource')} <IconExternalLink size={14} aria-hidden data-flip />
          </Anchor>
        ) : (
          rule.confidence !== 'provider' && <Muted component="span">{t('noAddress')}</Muted>
        )}
      </Fact>
      {rule.source_date && (
        <Fact name={t('read')}>
          <DubaiDate value={rule.source_date} />
        </Fact>
      )}
      <Fact name={t('confidenceLabel')}>{words(rule.confidence)}</Fact>
      {isAdmin && rule.confirmed_at && (
        <Fact name={t('confirmation')}>{whoAndWhen(rule.confirmed_by_name, formatDate(rule.confirmed_at))}</Fact>
      )}
      {isAdmin && <Fact name={t('written')}>{whoAndWhen(rule.created_by_name, formatDate(rule.created_at))}</Fact>}
      {rule.note && (
        <Fact name={t('note')} wide>
          <bdi>{rule.note}</bdi>
        </Fact>
      )}
    </Facts>
  )
}

function Buttons({ rule, onAsk }: { rule: Tagged<RuleRecord>; onAsk: RuleRestProps['onAsk'] }) {
  const t = useTranslations('rules.row')
  const toasts = rule.confirmed ? 'doubtRule' : 'confirmRule'
  const { run, busy } = useAction(confirmRule, { toasts, onDone: () => void loadSettings({ background: true }).catch(() => undefined) })
  const set = () => run({ params: { id: rule.id }, body: { confirmed: !rule.confirmed } }, { ifMatch: rule.etag })
  return (
    <ButtonRow>
      <Button size="compact-sm" variant={rule.confirmed ? 'default' : 'filled'} loading={busy} onClick={() => void set()}>
        {t(rule.confirmed ? 'doubt' : 'confirm')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => onAsk({ kind: 'change', rule })}>
        {t('change')}
      </Button>
      {rule.value !== null && (
        <Button size="compact-sm" variant="default" onClick={() => onAsk({ kind: 'withdraw', rule })}>
          {t('withdraw')}
        </Button>
      )}
    </ButtonRow>
  )
}

function Versions({ rule }: { rule: RuleRecord }) {
  const t = useTranslations('rules')
  return (
    <div>
      <Muted>{t('row.versions')}</Muted>
      <ul className={rows.lines}>
        {rule.versions
          .filter(({ id }) => id !== rule.id)
          .map((version) => (
            <Version key={version.id} version={version} />
          ))}
      </ul>
    </div>
  )
}

function Version({ version }: { version: RuleVersion }) {
  const t = useTranslations('rules')
  const { valueText } = useRuleWords()
  return (
    <li className={classes.version}>
      <span>{t('from', { date: formatDate(version.in_force_from) })}</span>
      <span>{valueText(version.value)}</span>
      <Muted component="span">
        <bdi>{version.source_name}</bdi>
        {version.replaced_at && ` · ${t('row.replaced')}`}
      </Muted>
    </li>
  )
}
