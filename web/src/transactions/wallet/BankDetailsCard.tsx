import { Skeleton } from '@mantine/core'
import { type BankDetails, getSettings } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { referenceOf } from '../../ui/signs/reference.ts'
import classes from './BillingScreen.module.css'
import { CopyButton } from './CopyButton.tsx'

/** `AE07 0331 2345 6789 0123 456`. */
const inFours = (iban: string): string => iban.replace(/\S{4}(?=\S)/g, '$& ')

/** Where to transfer to, each value to be copied (U60); the reference tells whose money it is. */
export function BankDetailsCard({ company_id }: { company_id?: string | undefined }) {
  const t = useTranslations('billing.bank')
  const { data } = useLoad(getSettings, {}, { staleTime: Number.POSITIVE_INFINITY })
  return (
    <section className={classes.card} aria-labelledby="billing-bank">
      <h2 id="billing-bank" className={classes.label}>
        {t('title')}
      </h2>
      {data?.bank && <Details bank={data.bank} company_id={company_id} />}
      {data && !data.bank && (
        <>
          <p className={classes.contact}>{t('contact')}</p>
          {data.support_contact && <p className={classes.note}>{data.support_contact}</p>}
        </>
      )}
      {!data && <Skeleton height={180} mt={12} />}
    </section>
  )
}

function Details({ bank, company_id }: { bank: BankDetails; company_id: string | undefined }) {
  const t = useTranslations('billing.bank')
  const values = [
    { label: t('bank_name'), value: bank.bank_name },
    { label: t('account_name'), value: bank.account_name },
    { label: t('account_number'), value: bank.account_number },
    { label: t('iban'), value: bank.iban, shown: inFours(bank.iban) },
    ...(company_id ? [{ label: t('reference'), value: referenceOf(company_id), hint: t('referenceHint') }] : []),
  ]
  return (
    <dl className={classes.bank}>
      {values.map(({ label, value, shown, hint }: { label: string; value: string; shown?: string; hint?: string }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi className={classes.value}>{shown ?? value}</bdi>
            <CopyButton label={label} value={value} />
            {hint && <span className={classes.hint}>{hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
