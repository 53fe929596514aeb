import { Skeleton } from '@mantine/core'
import { getPreferences } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { useUser } from '../session/session.ts'
import { Page } from '../ui/Page.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'
import { LanguageSection } from './LanguageSection.tsx'
import { MailsSection } from './MailsSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { PictureSection } from './PictureSection.tsx'
import { Section } from './Section.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { TwoStepSection } from './TwoStepSection.tsx'

/** The user's own settings (B7). */
export function AccountScreen() {
  const t = useTranslations('account')
  const { full_name, email } = useUser()
  const { data, isError, error, isFetched, refetch } = useLoad(getPreferences, {})
  // Most have one, and can change it also where the answer is missing.
  const hasPassword = data?.has_password ?? true
  const subtitle = (
    <>
      <bdi>{full_name}</bdi> · <bdi>{email}</bdi>
    </>
  )
  return (
    <Page title={t('title')} subtitle={subtitle}>
      <PictureSection />
      {data || isFetched ? (
        <>
          <PasswordSection hasPassword={hasPassword} />
          <TwoStepSection hasPassword={hasPassword} />
        </>
      ) : (
        <Loading parts={['password', 'twoStep']} />
      )}
      {data ? (
        <>
          <LanguageSection preferences={data} />
          <MailsSection preferences={data} />
        </>
      ) : isError ? (
        <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} />
      ) : (
        <Loading parts={['language', 'mails']} />
      )}
      <SessionsSection />
    </Page>
  )
}

function Loading({ parts }: { parts: readonly ('password' | 'twoStep' | 'language' | 'mails')[] }) {
  const ui = useTranslations('ui')
  return (
    <div role="status" aria-label={ui('loading')}>
      {parts.map((part) => (
        <Section key={part} name={part}>
          <Skeleton height={part === 'password' ? 220 : 72} />
        </Section>
      ))}
    </div>
  )
}
