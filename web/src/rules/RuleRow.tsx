import { IconChevronDown, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import clsx from 'clsx'
import { dubaiDate, type Rule, rivalsOf } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Muted } from '../ui/Muted.tsx'
import rows from '../ui/Rows.module.css'
import { formatDate } from '../ui/signs/dates.ts'
import { Tag } from '../ui/signs/Tag.tsx'
import type { Asked } from './RuleDialog.tsx'
import { RuleRest } from './RuleRest.tsx'
import classes from './Rules.module.css'
import { useRuleWords } from './useRuleWords.ts'

interface RuleRowProps {
  rule: Rule
  /** Of all keys. */
  all: Rule[]
  isAdmin: boolean
  onAsk: (asked: Asked) => void
  /** At first. */
  open?: boolean
}

/** A rule in words; it opens to show where it comes from and what was said before. */
export function RuleRow({ rule, all, isAdmin, onAsk, open = false }: RuleRowProps) {
  const t = useTranslations('rules')
  const { valueText, conditionTexts, nameOf } = useRuleWords()
  const [opened, setOpened] = useState(open)
  const isAhead = rule.in_force_from > dubaiDate(new Date())
  return (
    <li>
      <details className={clsx(rows.row, classes.rule)} open={opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
        <summary data-press>
          <span className={classes.name}>
            {nameOf(rule)}
            <Muted component="span" display="block">
              {conditionTexts(rule.applies).map((text) => (
                <bdi key={text} className={classes.condition}>
                  {text}
                </bdi>
              ))}
            </Muted>
          </span>
          <span className={classes.value}>
            {valueText(rule.value)}
            <Muted component="span" display="block">
              {t(isAhead ? 'announced' : 'from', { date: formatDate(rule.in_force_from) })}
            </Muted>
          </span>
          <ConfirmationTag confirmed={rule.confirmed} />
          <IconChevronDown size={16} className={clsx(rows.chevron, classes.chevron)} aria-hidden />
        </summary>
        {opened && <Rivals rule={rule} all={all} />}
        {opened && <RuleRest id={rule.id} isAdmin={isAdmin} onAsk={onAsk} />}
      </details>
    </li>
  )
}

/** Names what counts as much where both apply. */
function Rivals({ rule, all }: Pick<RuleRowProps, 'rule' | 'all'>) {
  const t = useTranslations('rules')
  const { conditionTexts } = useRuleWords()
  return rivalsOf(all, rule, dubaiDate(new Date())).map(({ id, applies }) => (
    <Muted key={id} px="xs" pt="2xs">
      {t('rival', { conditions: conditionTexts(applies).join(t('comma')) })}
    </Muted>
  ))
}

function ConfirmationTag({ confirmed }: { confirmed: boolean }) {
  const t = useTranslations('rules')
  const Icon = confirmed ? IconCircleCheck : IconHelpCircle
  return (
    <Tag hue={confirmed ? 'green' : 'amber'} icon={<Icon size={14} />} quiet={confirmed}>
      {t(confirmed ? 'confirmedSign' : 'toBeConfirmed')}
    </Tag>
  )
}
