import { Stack, Switch } from '@mantine/core'
import { MutableMailKind, type Preferences, type Role } from 'contract'
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
  visa_expiring: ['company_admin'],
  message_received: ['company_admin'],
}

export function MailsSection({ preferences: { muted_mails: muted } }: { preferences: Preferences }) {
  const t = useTranslations('account.mails')
  const { role } = useUser()
  const { run, busy } = useSavePreferences()
  const set = (kind: MutableMailKind, wanted: boolean) =>
    void run({ body: { muted_mails: wanted ? muted.filter((each) => each !== kind) : [...muted, kind] } })
  return (
    <Section name="mails">
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
