import { fils, formatAed, fromAed, type OwnCompanyToday, toAed } from 'contract'
import { useTranslations } from 'use-intl'
import { Muted } from '../ui/Muted.tsx'
import { useCounted } from './useWaiting.ts'

/** What a company owes now and whose visas need to be renewed; nothing where there is nothing. */
export function CompanyNumbers({ of }: { of: Omit<OwnCompanyToday, 'company_id'> | undefined }) {
  const t = useTranslations('activeCompany')
  const counted = useCounted()
  if (!of) return null
  const visas = [
    of.expired > 0 && t('expired', { count: of.expired, counted: counted(of.expired) }),
    of.expiring > 0 && t('expiring', { count: of.expiring, counted: counted(of.expiring) }),
  ].filter((text) => text !== false)
  return (
    <>
      {of.due > 0 && (
        <Muted component="span" display="block" fw={600} c="var(--amber-text)">
          {t('due', { amount: formatAed(of.due) })}
        </Muted>
      )}
      {visas.length > 0 && (
        <Muted component="span" display="block" fw={400} c={of.expired > 0 ? 'var(--red-text)' : 'dimmed'}>
          {visas.join(' · ')}
        </Muted>
      )}
    </>
  )
}

const added = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** The numbers of several companies as one; sums of money are added in fils. */
export const sumOf = (companies: readonly OwnCompanyToday[]): Omit<OwnCompanyToday, 'company_id'> => ({
  due: toAed(fils(added(companies.map(({ due }) => fromAed(due))))),
  expired: added(companies.map(({ expired }) => expired)),
  expiring: added(companies.map(({ expiring }) => expiring)),
})
