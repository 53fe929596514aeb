import { Anchor } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ApplicationType, toAed } from 'contract'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { WalletOutlook } from '../../panels/WalletOutlook.tsx'
import { Money } from '../../ui/signs/Money.tsx'
import { type Answers, costOf, missingOf, slotsOf } from './answers.ts'
import classes from './SubmissionSummary.module.css'
import { idOf, useLabels } from './useLabels.ts'

interface SubmissionSummaryProps {
  kind: ApplicationType
  answers: Answers
  /** Goes to the top-up, the draft kept. */
  onTopUp: () => void
  /** The buttons. */
  children: ReactNode
}

/** Beside the form, below it on phones: what is missing, what it costs and what will be due (B11, U39, U40). */
export function SubmissionSummary({ kind, answers, onTopUp, children }: SubmissionSummaryProps) {
  const t = useTranslations('newApplication')
  return (
    <aside className={classes.summary} aria-label={t('summary')}>
      <div className={classes.scroll}>
        <Missing kind={kind} answers={answers} />
        {kind === 'new' && <OptionalDocuments answers={answers} />}
      </div>
      <Cost kind={kind} answers={answers} onTopUp={onTopUp} />
      <div className={classes.buttons}>{children}</div>
    </aside>
  )
}

type PartProps = Pick<SubmissionSummaryProps, 'kind' | 'answers'>

function Missing({ kind, answers }: PartProps) {
  const t = useTranslations('newApplication')
  const labelOf = useLabels(kind)
  const missing = missingOf(kind, answers)
  if (missing.length === 0)
    return (
      <h2 className={classes.complete}>
        <IconCircleCheck size={18} stroke={1.75} aria-hidden />
        {t('complete')}
      </h2>
    )
  return (
    <>
      <h2 className={classes.title}>{t('missing', { count: missing.length })}</h2>
      <ul className={classes.missing}>
        {missing.map((field) => (
          <li key={field}>
            <Anchor
              href={`#${idOf(field)}`}
              size="sm"
              underline="hover"
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(idOf(field))?.focus()
              }}
            >
              {labelOf(field)}
            </Anchor>
          </li>
        ))}
      </ul>
    </>
  )
}

function OptionalDocuments({ answers }: { answers: Answers }) {
  const t = useTranslations('newApplication')
  const labelOf = useLabels('new')
  return (
    <>
      <h3 className={classes.subtitle}>{t('optionalDocuments')}</h3>
      <dl className={classes.documents}>
        {slotsOf('new').map((slot) => (
          <div key={slot}>
            <dt>{labelOf(`documents.${slot}`)}</dt>
            <dd data-given={answers.documents[slot] !== undefined || undefined}>{answers.documents[slot]?.name ?? t('notProvided')}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Cost({ kind, answers, onTopUp }: PartProps & Pick<SubmissionSummaryProps, 'onTopUp'>) {
  const t = useTranslations('newApplication')
  const topUp = useTranslations('ui.wallet')('topUp')
  const inside = answers.employee_location === 'inside_uae' ? t('costInside') : t('costOutside')
  const cost = costOf(kind, answers)
  const leave = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onTopUp()
  }
  return (
    <div className={classes.cost} role="status" aria-atomic="true">
      <div className={classes.price}>
        <span className={classes.costLabel}>{t('cost')}</span>
        <span className={classes.amount}>
          <Money aed={toAed(cost)} />
        </span>
        <span className={classes.costFor}>{kind === 'renewal' ? t('costRenewal') : inside}</span>
      </div>
      <WalletOutlook
        cost={cost}
        topUp={
          <Link to="/billing" onClick={leave}>
            {topUp}
          </Link>
        }
      />
    </div>
  )
}
