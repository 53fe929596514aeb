import clsx from 'clsx'
import { formatAmount, fromAed, getCompany, type Statement } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { useSettings } from '../../session/settings.ts'
import { DubaiDate } from '../../ui/signs/DubaiDate.tsx'
import { referenceOf } from '../../ui/signs/reference.ts'
import classes from './Statement.module.css'

type Row = Statement['rows'][number]
const SIGNS = { credit: '+', debit: '\u2212' }

interface StatementSheetProps {
  statement: Statement
  period: { month: string; from: string; to: string }
  company_id: string
}

/** The page as it leaves the printer: who, which month, the four figures, every movement. */
export function StatementSheet({ statement, period, company_id }: StatementSheetProps) {
  const t = useTranslations('billing.statement')
  return (
    <article className={classes.sheet} data-sheet aria-labelledby="statement-title">
      <Letterhead period={period} company_id={company_id} />
      <Figures statement={statement} />
      {statement.rows.length > 0 ? <Movements statement={statement} /> : <p className={classes.none}>{t('none')}</p>}
      <p className={classes.foot}>{t('foot')}</p>
    </article>
  )
}

function Letterhead({ period: { month, from, to }, company_id }: Omit<StatementSheetProps, 'statement'>) {
  const t = useTranslations('billing.statement')
  const { product_name } = useSettings()
  const { data: company } = useLoad(getCompany, { params: { id: company_id }, query: { documents: 'link' } }, { answers: () => true })
  return (
    <header className={classes.letterhead}>
      <div>
        <h2 id="statement-title" className={classes.title}>
          {t('heading', { month })}
        </h2>
        <p className={classes.period}>{t('period', { from, to })}</p>
      </div>
      <div className={classes.of}>
        <p className={classes.company}>
          <bdi>{company?.name}</bdi>
        </p>
        {company && <p>{t('tradeLicense', { number: company.trade_license })}</p>}
        <p>{t('reference', { reference: referenceOf(company_id) })}</p>
        <p>
          <bdi>{product_name}</bdi>
        </p>
      </div>
    </header>
  )
}

/** AED; with a sign where a direction is given. */
const Amount = ({ of, direction }: { of: number; direction?: Row['direction'] }) => (
  <bdi>
    {direction && SIGNS[direction]}
    {formatAmount(fromAed(of))}
  </bdi>
)

function Figures({ statement: { opening, credits, debits, closing } }: Pick<StatementSheetProps, 'statement'>) {
  const t = useTranslations('billing.statement')
  const figures = { opening, credits, debits, closing }
  return (
    <dl className={classes.figures}>
      {(['opening', 'credits', 'debits', 'closing'] as const).map((name) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>
            <bdi>
              AED&nbsp;
              <Amount of={figures[name]} />
            </bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Movements({ statement: { opening, closing, rows } }: Pick<StatementSheetProps, 'statement'>) {
  const t = useTranslations('billing.statement')
  const heads = useTranslations('transactions')
  return (
    <table className={classes.table} aria-labelledby="statement-title">
      <thead>
        <tr>
          <th scope="col">{heads('date')}</th>
          <th scope="col" className={classes.words}>
            {heads('transaction')}
          </th>
          <th scope="col">{t('amount')}</th>
          <th scope="col">{t('balance')}</th>
        </tr>
      </thead>
      <tbody>
        <BalanceRow label={t('opening')} balance={opening} />
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <DubaiDate value={row.moved_on} />
            </td>
            <th scope="row" className={classes.words}>
              <Words row={row} />
              <span className={clsx(classes.about, classes.day)}>
                <DubaiDate value={row.moved_on} />
              </span>
            </th>
            <td>
              <Amount of={row.amount} direction={row.direction} />
            </td>
            <td>
              <Amount of={row.balance} />
            </td>
          </tr>
        ))}
        <BalanceRow label={t('closing')} balance={closing} />
      </tbody>
    </table>
  )
}

const BalanceRow = ({ label, balance }: { label: string; balance: number }) => (
  <tr className={classes.balance}>
    <td />
    <th scope="row" colSpan={2} className={classes.words}>
      {label}
    </th>
    <td>
      <Amount of={balance} />
    </td>
  </tr>
)

function Words({ row: { type, employee_name, notes } }: { row: Row }) {
  const t = useTranslations('transactions')
  const about = [employee_name, notes].filter(Boolean).join(', ')
  return (
    <>
      {t(type)}
      {about && <span className={classes.about}>{about}</span>}
    </>
  )
}
