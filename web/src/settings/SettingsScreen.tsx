import { Skeleton } from '@mantine/core'
import { getProvider, type Provider, type Tagged } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { Page } from '../ui/Page.tsx'
import { Setting } from '../ui/Setting.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'
import { BankSection } from './BankSection.tsx'
import { GeneralForm } from './GeneralForm.tsx'
import { PriceForm } from './PriceForm.tsx'

/** What administrators set of the provider. */
export function SettingsScreen() {
  const t = useTranslations('settings')
  const ui = useTranslations('ui')
  const { data, error, refetch } = useLoad(getProvider, {})
  return (
    <Page title={t('title')} subtitle={t('lead')}>
      {data && <Loaded provider={data} />}
      {!data &&
        (error ? (
          <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} />
        ) : (
          <div role="status" aria-label={ui('loading')}>
            {PARTS.map((part) => (
              <Part key={part} name={part}>
                <Skeleton height={180} />
              </Part>
            ))}
          </div>
        ))}
    </Page>
  )
}

const PARTS = ['general', 'price', 'bank'] as const

function Part({ name, children }: { name: (typeof PARTS)[number]; children: ReactNode }) {
  const t = useTranslations('settings')
  return (
    <Setting id={`settings-${name}`} title={t(`${name}.title`)} text={t(`${name}.text`)}>
      {children}
    </Setting>
  )
}

const Loaded = ({ provider }: { provider: Tagged<Provider> }) => (
  <>
    <Part name="general">
      <GeneralForm provider={provider} />
    </Part>
    <Part name="price">
      <PriceForm provider={provider} />
    </Part>
    <Part name="bank">
      <BankSection provider={provider} />
    </Part>
  </>
)
