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
  const ui = useTranslations('ui')
  const { full_name, email } = useUser()
  const preferences = useLoad(getPreferences, {})
  const subtitle = (
    <>
      <bdi>{full_name}</bdi> · <bdi>{email}</bdi>
    </>
  )
  return (
    <Page title={t('title')} subtitle={subtitle}>
      <PictureSection />
      {preferences.data && (
        <>
          <PasswordSection hasPassword={preferences.data.has_password} />
          <TwoStepSection hasPassword={preferences.data.has_password} />
          <LanguageSection preferences={preferences.data} />
          <MailsSection preferences={preferences.data} />
        </>
      )}
      {!preferences.data &&
        (preferences.isError ? (
          <LoadError text={t('failed')} refusal={preferences.error} onRetry={() => void preferences.refetch()} />
        ) : (
          <div role="status" aria-label={ui('loading')}>
            {(['password', 'twoStep', 'language', 'mails'] as const).map((part) => (
              <Section key={part} name={part}>
                <Skeleton height={part === 'password' ? 220 : 72} />
              </Section>
            ))}
          </div>
        ))}
      <SessionsSection />
    </Page>
  )
}
