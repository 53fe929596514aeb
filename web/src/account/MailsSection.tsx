import { Radio, Stack, Switch } from '@mantine/core'
import { MailRhythm, MutableMailKind, type Preferences, type Role } from 'contract'
import { useTranslations } from 'use-intl'
import { useUser } from '../session/session.ts'
import { Section } from './Section.tsx'
import { useSavePreferences } from './usePreferences.ts'

/** Which mails the user gets. */
const READERS: Record<MutableMailKind, Role[]> = {
  registration_waiting: ['admin'],
  stage_decided: ['company_admin', 'employee'],
  application_withdrawn: ['company_admin', 'employee'],
  topup_decided: ['company_admin'],
  visa_expiring: ['company_admin', 'employee'],
  message_received: ['admin', 'company_admin'],
  application_submitted: ['admin'],
  renewal_requested: ['admin'],
  cancellation_requested: ['admin'],
  documents_received: ['admin'],
}

export function MailsSection({ preferences: { muted_mails: muted, mail_rhythm } }: { preferences: Preferences }) {
  const t = useTranslations('account.mails')
  const { role } = useUser()
  const { run, busy } = useSavePreferences()
  const set = (kind: MutableMailKind, wanted: boolean) =>
    void run({ body: { muted_mails: wanted ? muted.filter((each) => each !== kind) : [...muted, kind] } })
  return (
    <Section name="mails">
      {role === 'admin' && (
        <Radio.Group
          label={t('rhythm')}
          value={mail_rhythm}
          mb="md"
          onChange={(value) => void run({ body: { mail_rhythm: MailRhythm.parse(value) } })}
        >
          <Stack gap="xs" mt="xs">
            {MailRhythm.options.map((each) => (
              <Radio key={each} value={each} label={t(each)} disabled={busy} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Stack gap={14}>
        {MutableMailKind.options
          .filter((kind) => READERS[kind].includes(role))
          .map((kind) => (
            <Switch
              key={kind}
              label={t(kind)}
              checked={!muted.includes(kind)}
              disabled={busy}
              onChange={(event) => set(kind, event.currentTarget.checked)}
            />
          ))}
      </Stack>
    </Section>
  )
}
