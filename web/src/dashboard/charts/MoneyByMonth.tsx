import { useDirection } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { AxisLeft, AxisRight } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar, LinePath } from '@visx/shape'
import { type Charts, formatAmount, fromAed } from 'contract'
import { useFormatter, useTranslations } from 'use-intl'
import { useUser } from '../../session/session.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { formatMonth } from '../../ui/signs/dates.ts'
import { useUrlState } from '../../ui/useUrlState.ts'
import { AXIS, AXIS_WORDS, apart, SIDE } from './axis.ts'
import classes from './Charts.module.css'
import { Figure } from './Figure.tsx'
import money from './Money.module.css'
import { Filled, MONEY_FILLS } from './StageFill.tsx'

const HEIGHT = 216
const LABEL = 44

type Month = Charts['money'][number]
const FLOWS = ['moved_in', 'moved_out'] as const

/** What moved into the wallet and out of it, month by month, and the balance that this left. */
export function MoneyByMonth({ months }: { months: readonly Month[] }) {
  const t = useTranslations('dashboard.charts.money')
  const isEmpty = months.every(({ moved_in, moved_out, balance }) => moved_in + moved_out + balance === 0)
  return (
    <Figure wide title={t('title')} about={t('about')} table={<Months months={months} title={t('title')} />}>
      {isEmpty ? (
        <Muted>{t('none')}</Muted>
      ) : (
        <>
          <Bars months={months} />
          <Legend />
        </>
      )}
    </Figure>
  )
}

/** The picture, and behind it a link a month. */
function Bars({ months }: { months: readonly Month[] }) {
  const { ref, width } = useElementSize()
  const labelled = Math.max(1, Math.ceil((LABEL * months.length) / Math.max(1, width - SIDE)))
  return (
    <div ref={ref} className={money.months}>
      <ul style={{ marginInlineStart: `${(100 * SIDE) / Math.max(SIDE, width)}%` }}>
        {months.map((month, place) => (
          <li key={month.month}>
            <MonthLink month={month} isLabelled={(months.length - 1 - place) % labelled === 0} />
          </li>
        ))}
      </ul>
      {width > 0 && <Picture months={months} width={width} />}
    </div>
  )
}

function Picture({ months, width }: { months: readonly Month[]; width: number }) {
  const format = useFormatter()
  const toLeft = useDirection().dir === 'rtl'
  const most = Math.max(...months.flatMap(({ moved_in, moved_out, balance }) => [moved_in, moved_out, balance]))
  const x = scaleBand({
    domain: months.map(({ month }) => month),
    range: toLeft ? [width - SIDE, 0] : [SIDE, width],
    paddingInner: 0.3,
    paddingOuter: 0.15,
  })
  const y = scaleLinear({ domain: [0, most], range: [HEIGHT - 1, 8], nice: true })
  const half = x.bandwidth() / 2
  const startOf = (month: string, place: number) => (x(month) ?? 0) + half * (toLeft ? 1 - place : place)
  const Side = toLeft ? AxisRight : AxisLeft
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden>
      <line x1={toLeft ? 0 : SIDE} x2={toLeft ? width - SIDE : width} y1={HEIGHT - 1} y2={HEIGHT - 1} stroke={AXIS.stroke} />
      {months.map((month) =>
        FLOWS.map((flow, place) => (
          <g key={flow + month.month} data-hue={MONEY_FILLS[flow].hue}>
            <Bar
              className={classes.area ?? ''}
              x={startOf(month.month, place)}
              width={half}
              y={y(month[flow])}
              height={y(0) - y(month[flow])}
              fill={MONEY_FILLS[flow].fill}
              visibility={month[flow] === 0 ? 'hidden' : undefined}
            />
          </g>
        )),
      )}
      <LinePath
        className={money.balance ?? ''}
        data={[...months]}
        x={({ month }) => (x(month) ?? 0) + half}
        y={({ balance }) => y(balance)}
      />
      {months.map(({ month, balance }) => (
        <circle key={month} className={money.held} cx={(x(month) ?? 0) + half} cy={y(balance)} r={3} />
      ))}
      <Side
        {...AXIS}
        scale={y}
        left={toLeft ? width - SIDE : SIDE}
        numTicks={4}
        tickFormat={(amount) => apart(format.number(amount as number, { notation: 'compact' }))}
        tickLabelProps={{ ...AXIS_WORDS, textAnchor: toLeft ? 'start' : 'end', dx: toLeft ? 4 : -4, dy: 4 }}
      />
    </svg>
  )
}

/** To the statement of a company's month, or to what moved in all wallets. */
function useMovements() {
  const { role } = useUser()
  const [company] = useUrlState('company')
  return (month: string) =>
    role === 'admin'
      ? ({ to: '/admin-billing', search: { month, ...(company && { company }) } } as const)
      : ({ to: '/billing', search: { statement: month } } as const)
}

function MonthLink({ month: { month, moved_in, moved_out, balance }, isLabelled }: { month: Month; isLabelled: boolean }) {
  const t = useTranslations('dashboard.charts.money')
  const format = useFormatter()
  const movements = useMovements()
  const inWords = (options: { year?: 'numeric' }) =>
    format.dateTime(new Date(`${month}-01`), { ...options, month: 'short', timeZone: 'UTC' })
  const short = isLabelled && inWords({})
  if (moved_in + moved_out === 0) return <span>{short}</span>
  const about = t('month', { month: inWords({ year: 'numeric' }), came: aed(moved_in), left: aed(moved_out), held: aed(balance) })
  return (
    <Link {...movements(month)} aria-label={about} title={about}>
      {short}
    </Link>
  )
}

const aed = (amount: number): string => formatAmount(fromAed(amount))

function Legend() {
  const t = useTranslations('dashboard.charts.money')
  return (
    <ul className={classes.legend}>
      {FLOWS.map((flow) => (
        <li key={flow} className={classes.word} data-hue={MONEY_FILLS[flow].hue}>
          <span className={classes.swatch}>
            <Filled fill={MONEY_FILLS[flow].fill} />
          </span>
          {t(flow)}
        </li>
      ))}
      <li className={classes.word}>
        <svg width={16} height={16} aria-hidden>
          <path className={money.balance} d="M0 8H16" />
          <circle className={money.held} cx={8} cy={8} r={3} />
        </svg>
        {t('balance')}
      </li>
    </ul>
  )
}

function Months({ months, title }: { months: readonly Month[]; title: string }) {
  const t = useTranslations('dashboard.charts.money')
  const amounts = ['moved_in', 'moved_out', 'balance'] as const
  const columns: Column<Month & { id: string }>[] = [
    { id: 'month', head: t('monthHead'), cell: ({ month }) => formatMonth(month), rowHeader: true },
    ...amounts.map(
      (name): Column<Month & { id: string }> => ({ id: name, head: t(name), cell: (row) => <bdi>{aed(row[name])}</bdi>, numeric: true }),
    ),
  ]
  const rows = months.map((month) => ({ id: month.month, ...month })).toReversed()
  return <DataTable columns={columns} rows={rows} label={title} height={36} />
}
