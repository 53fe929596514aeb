import { useDirection } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { AxisBottom, AxisLeft, AxisRight } from '@visx/axis'
import { scaleLinear, scaleUtc } from '@visx/scale'
import { AreaStack } from '@visx/shape'
import { type Charts, STAGE_NAMES, type StageName } from 'contract'
import { useFormatter, useTranslations } from 'use-intl'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { DubaiDate } from '../../ui/signs/DubaiDate.tsx'
import { STAGE_BADGES } from '../../ui/signs/StageBadge.tsx'
import { AXIS, AXIS_WORDS, SIDE } from './axis.ts'
import classes from './Charts.module.css'
import { Figure } from './Figure.tsx'
import { Filled, fillOf } from './StageFill.tsx'
import { useCases } from './useCases.ts'

const HEIGHT = 240
const FOOT = 24

type Week = { id: string; open: Record<StageName, number> }

const weeksOf = ({ weeks, stages }: Charts): Week[] =>
  weeks.map((id, week) => ({
    id,
    open: Object.fromEntries(stages.map(({ stage_name, open }) => [stage_name, open[week] ?? 0])) as Week['open'],
  }))

/** How many cases were open at each stage, week by week. */
export function OpenStages({ charts }: { charts: Charts }) {
  const t = useTranslations('dashboard.charts.open')
  const weeks = weeksOf(charts)
  const most = Math.max(...weeks.map(({ open }) => Object.values(open).reduce((sum, number) => sum + number, 0)))
  return (
    <Figure wide title={t('title')} about={t('about')} table={<Weeks weeks={weeks} title={t('title')} />}>
      {most === 0 ? (
        <Muted>{t('none')}</Muted>
      ) : (
        <>
          <Areas weeks={weeks} most={most} />
          <Legend charts={charts} />
        </>
      )}
    </Figure>
  )
}

/** The list behind a stage is also behind its words below, for keys and readers. */
function Areas({ weeks, most }: { weeks: Week[]; most: number }) {
  const { ref, width } = useElementSize()
  const format = useFormatter()
  const cases = useCases()
  const toLeft = useDirection().dir === 'rtl'
  const from = new Date(weeks[0]?.id ?? 0)
  const to = new Date(weeks.at(-1)?.id ?? 0)
  const x = scaleUtc({ domain: [from, to], range: toLeft ? [width - SIDE, 4] : [SIDE, width - 4] })
  const y = scaleLinear({ domain: [0, most], range: [HEIGHT - FOOT, 8], nice: true })
  const Side = toLeft ? AxisRight : AxisLeft
  return (
    <div ref={ref} className={classes.picture} style={{ blockSize: HEIGHT }}>
      {width > 0 && (
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden>
          <AreaStack<Week, StageName>
            data={weeks}
            keys={[...STAGE_NAMES]}
            value={({ open }, stage) => open[stage]}
            x={({ data }) => x(new Date(data.id))}
            y0={([low]) => y(low)}
            y1={([, high]) => y(high)}
          >
            {({ stacks, path }) =>
              stacks.map((stack) => (
                <Link
                  key={stack.key}
                  {...cases({ status: 'active', stage: stack.key })}
                  tabIndex={-1}
                  data-hue={STAGE_BADGES[stack.key].hue}
                >
                  <path className={classes.area} d={path(stack) ?? ''} fill={fillOf(stack.key)} />
                </Link>
              ))
            }
          </AreaStack>
          <AxisBottom
            {...AXIS}
            scale={x}
            top={HEIGHT - FOOT}
            numTicks={Math.min(12, Math.floor(width / 64))}
            tickFormat={(day) => format.dateTime(day as Date, { month: 'short', timeZone: 'UTC' })}
            tickLabelProps={{ ...AXIS_WORDS, textAnchor: 'middle' }}
          />
          <Side
            {...AXIS}
            scale={y}
            left={toLeft ? width - SIDE : SIDE}
            numTicks={4}
            tickFormat={(number) => (Number.isInteger(number) ? format.number(number as number) : '')}
            tickLabelProps={{ ...AXIS_WORDS, textAnchor: toLeft ? 'start' : 'end', dx: toLeft ? 4 : -4, dy: 4 }}
          />
        </svg>
      )}
    </div>
  )
}

function Legend({ charts }: { charts: Charts }) {
  const t = useTranslations('dashboard.charts')
  const stage = useTranslations('enums.stage')
  const cases = useCases()
  return (
    <ul className={classes.legend}>
      {charts.stages.map(({ stage_name, open }) => (
        <li key={stage_name}>
          <Link {...cases({ status: 'active', stage: stage_name })} data-hue={STAGE_BADGES[stage_name].hue}>
            <span className={classes.swatch}>
              <Filled fill={fillOf(stage_name)} />
            </span>
            {t('openAt', { stage: stage(stage_name), count: open.at(-1) ?? 0 })}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Weeks({ weeks, title }: { weeks: Week[]; title: string }) {
  const t = useTranslations('dashboard.charts')
  const stage = useTranslations('enums.stage')
  const format = useFormatter()
  const columns: Column<Week>[] = [
    { id: 'week', head: t('week'), cell: ({ id }) => <DubaiDate value={id} />, rowHeader: true },
    ...STAGE_NAMES.map(
      (name): Column<Week> => ({ id: name, head: stage(name), cell: ({ open }) => format.number(open[name]), numeric: true }),
    ),
  ]
  return <DataTable columns={columns} rows={weeks.toReversed()} label={title} height={36} />
}
