import { Flex, Paper, Text, Title } from '@mantine/core'
import { formatAmount, fromAed, getCompany, type Statement } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { useSettings } from '../../session/settings.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { DubaiDate } from '../../ui/signs/DubaiDate.tsx'
import classes from './Statement.module.css'

type Movement = Statement['rows'][number]

interface StatementSheetProps {
  statement: Statement
  period: { month: string; from: string; to: string }
  company_id: string
}

/** The printed page: the company, the month, the four figures and every movement. */
export function StatementSheet({ statement, period, company_id }: StatementSheetProps) {
  const t = useTranslations('billing.statement')
  return (
    <Paper component="article" withBorder className={classes.sheet ?? ''} data-sheet aria-labelledby="statement-title">
      <Letterhead period={period} company_id={company_id} />
      <Figures statement={statement} />
      {statement.rows.length > 0 ? (
        <Movements statement={statement} />
      ) : (
        <Text inherit pt="xs" pb="md">
          {t('none')}
        </Text>
      )}
      <Muted mt="lg">{t('foot')}</Muted>
    </Paper>
  )
}

function Letterhead({ period: { month, from, to }, company_id }: Omit<StatementSheetProps, 'statement'>) {
  const t = useTranslations('billing.statement')
  const { product_name } = useSettings()
  const { data: company } = useLoad(getCompany, { params: { id: company_id }, query: { documents: 'link' } }, { answers: () => true })
  return (
    <Flex component="header" wrap="wrap" justify="space-between" rowGap="md" columnGap="xl">
      <div>
        <Title order={2} size="h2" id="statement-title">
          {t('heading', { month })}
        </Title>
        <Text inherit c="dimmed">
          {t('period', { from, to })}
        </Text>
      </div>
      <div className={classes.issuer}>
        <Text size="sm" fw={600}>
          <bdi>{company?.name}</bdi>
        </Text>
        {company && <Muted>{t('tradeLicense', { number: company.trade_license })}</Muted>}
        <Muted>
          <bdi>{product_name}</bdi>
        </Muted>
      </div>
    </Flex>
  )
}

const SIGN_OF = { credit: '+', debit: '\u2212' }

/** An amount in AED, with a plus or minus where a direction is given. */
const Amount = ({ of, direction }: { of: number; direction?: Movement['direction'] }) => (
  <bdi>
    {direction && SIGN_OF[direction]}
    {formatAmount(fromAed(of))}
  </bdi>
)

function Figures({ statement }: Pick<StatementSheetProps, 'statement'>) {
  const t = useTranslations('billing.statement')
  return (
    <Facts className={classes.figures}>
      {(['opening', 'credits', 'debits', 'closing'] as const).map((name) => (
        <Fact key={name} name={t(name)}>
          <bdi>
            AED&nbsp;
            <Amount of={statement[name]} />
          </bdi>
        </Fact>
      ))}
    </Facts>
  )
}

/** A line of the table: a movement, or the balance before the first and after the last one. */
interface Line {
  id: string
  balance: number
  label?: string
  movement?: Movement
}

function Movements({ statement: { opening, closing, rows } }: Pick<StatementSheetProps, 'statement'>) {
  const t = useTranslations('billing.statement')
  const lines: Line[] = [
    { id: 'opening', label: t('opening'), balance: opening },
    ...rows.map((movement) => ({ id: movement.id, balance: movement.balance, movement })),
    { id: 'closing', label: t('closing'), balance: closing },
  ]
  return (
    <DataTable
      columns={useColumns()}
      rows={lines}
      labelledBy="statement-title"
      height={36}
      className={classes.movements}
      rowProps={({ movement }) => (movement ? {} : { className: classes.balance })}
    />
  )
}

export const MovementsSkeleton = () => <DataTable columns={useColumns()} rows={[]} loading={8} height={36} className={classes.movements} />

function useColumns(): Column<Line>[] {
  const t = useTranslations('billing.statement')
  const heads = useTranslations('transactions')
  return [
    { id: 'date', head: heads('date'), cell: ({ movement }) => movement && <DubaiDate value={movement.moved_on} /> },
    {
      id: 'transaction',
      head: heads('transaction'),
      cell: ({ label, movement }) => (movement ? <MovementWords movement={movement} /> : label),
      rowHeader: true,
    },
    {
      id: 'amount',
      head: t('amount'),
      cell: ({ movement }) => movement && <Amount of={movement.amount} direction={movement.direction} />,
      numeric: true,
    },
    { id: 'balance', head: t('balance'), cell: ({ balance }) => <Amount of={balance} />, numeric: true },
  ]
}

function MovementWords({ movement: { type, employee_name, notes, moved_on } }: { movement: Movement }) {
  const t = useTranslations('transactions')
  const about = [employee_name, notes].filter(Boolean).join(', ')
  return (
    <>
      {t(type)}
      {about && (
        <Muted component="span" display="block" className={classes.about ?? ''}>
          {about}
        </Muted>
      )}
      <Muted component="span" className={classes.day ?? ''}>
        <DubaiDate value={moved_on} />
      </Muted>
    </>
  )
}
