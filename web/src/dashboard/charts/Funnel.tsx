import { Link } from '@tanstack/react-router'
import type { Charts } from 'contract'
import { useFormatter, useTranslations } from 'use-intl'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { STAGE_BADGES } from '../../ui/signs/StageBadge.tsx'
import classes from './Charts.module.css'
import { Figure } from './Figure.tsx'
import { Filled, fillOf, REFUSED_FILL } from './StageFill.tsx'
import { useCases } from './useCases.ts'

interface Step {
  id: Charts['stages'][number]['stage_name']
  open: number
  refused: number
}

/** Where the open cases stand today, and how many of them are refused there. */
export function Funnel({ charts }: { charts: Charts }) {
  const t = useTranslations('dashboard.charts.funnel')
  const steps = charts.stages.map(({ stage_name, open, refused }): Step => ({ id: stage_name, open: open.at(-1) ?? 0, refused }))
  const most = Math.max(1, ...steps.map(({ open }) => open))
  return (
    <Figure title={t('title')} about={t('about')} table={<Steps steps={steps} title={t('title')} />}>
      <ul className={classes.bars}>
        {steps.map((step) => (
          <StepBar key={step.id} step={step} most={most} />
        ))}
      </ul>
    </Figure>
  )
}

const share = (number: number, of: number) => ({ inlineSize: `${(100 * number) / of}%` })

function StepBar({ step: { id, open, refused }, most }: { step: Step; most: number }) {
  const t = useTranslations('dashboard.charts')
  const stage = useTranslations('enums.stage')
  const cases = useCases()
  const at = { status: 'active', stage: id } as const
  return (
    <li>
      <Link {...cases(at)} className={classes.step} data-hue={STAGE_BADGES[id].hue}>
        <span>{stage(id)}</span>
        <span className={classes.bar} aria-hidden>
          <span style={share(open - refused, most)}>
            <Filled fill={fillOf(id)} />
          </span>
          <span style={share(refused, most)} data-hue="red">
            <Filled fill={REFUSED_FILL} />
          </span>
        </span>
        <span className={classes.number}>{t('number', { count: open })}</span>
      </Link>
      {refused > 0 && (
        <Link
          {...cases({ ...at, stage_status: 'Rejected' })}
          className={classes.refused}
          aria-label={t('refusedAt', { stage: stage(id), count: refused })}
        >
          {t('refused', { count: refused })}
        </Link>
      )}
    </li>
  )
}

function Steps({ steps, title }: { steps: Step[]; title: string }) {
  const t = useTranslations('dashboard.charts.funnel')
  const stage = useTranslations('enums.stage')
  const format = useFormatter()
  const columns: Column<Step>[] = [
    { id: 'stage', head: t('stage'), cell: ({ id }) => stage(id), rowHeader: true },
    { id: 'open', head: t('open'), cell: ({ open }) => format.number(open), numeric: true },
    { id: 'refused', head: t('refused'), cell: ({ refused }) => format.number(refused), numeric: true },
  ]
  return <DataTable columns={columns} rows={steps} label={title} height={36} />
}
