import type { BankDetails } from 'contract'
import { useTranslations } from 'use-intl'
import { Fact, Facts } from '../ui/Facts.tsx'
import { inFours } from '../ui/signs/iban.ts'

export const BANK_FIELDS = ['bank_name', 'account_name', 'account_number', 'iban'] as const

export function BankFacts({ bank }: { bank: BankDetails }) {
  const t = useTranslations('billing.bank')
  return (
    <Facts>
      {BANK_FIELDS.map((field) => (
        <Fact key={field} name={t(field)} wide={field === 'iban'}>
          <bdi>{field === 'iban' ? inFours(bank.iban) : bank[field]}</bdi>
        </Fact>
      ))}
    </Facts>
  )
}
