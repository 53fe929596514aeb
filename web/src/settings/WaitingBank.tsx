import { Button, Group, Stack, Text } from '@mantine/core'
import { cancelBank, confirmBank, getTwoStep, type WaitingBank as Waiting } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { useLoad } from '../api/useLoad.ts'
import { ReauthenticationForm } from '../panels/ReauthenticationForm.tsx'
import { loadSettings } from '../session/settings.ts'
import { Callout } from '../ui/Callout.tsx'
import { FormDialog } from '../ui/forms/FormDialog.tsx'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { DubaiMoment, RelativeTime } from '../ui/signs/DubaiDate.tsx'
import { BankFacts } from './BankFacts.tsx'

interface WaitingBankProps {
  waiting: Waiting
  /** The environment sets what companies read. */
  isFixed: boolean
}

/** Bank details that are not in force yet: another administrator confirms them, and anyone cancels them. */
export function WaitingBank({ waiting, isFixed }: WaitingBankProps) {
  const t = useTranslations('settings.waiting')
  const [confirming, setConfirming] = useState(false)
  const { run, busy } = useAction(cancelBank)
  const { id, bank, asked_by, asked_at, own } = waiting
  return (
    <Callout hue="amber" p="md">
      <Stack gap="sm">
        <SectionTitle order={3}>{t('title')}</SectionTitle>
        <BankFacts bank={bank} />
        <Text size="sm" lh="prose">
          {t.rich('asked', { name: () => <bdi>{asked_by ?? t('gone')}</bdi>, time: () => <RelativeTime value={asked_at} /> })}{' '}
          <WhatNext waiting={waiting} isFixed={isFixed} />
        </Text>
        <Group gap="xs">
          {!own && !isFixed && <Button onClick={() => setConfirming(true)}>{t('confirm')}</Button>}
          <Button variant="default" disabled={busy} onClick={() => void run({ params: { id } })}>
            {t('cancel')}
          </Button>
        </Group>
      </Stack>
      <FormDialog opened={confirming} onClose={() => setConfirming(false)} title={t('confirmTitle')}>
        {() => <Confirmation waiting={waiting} onEnd={() => setConfirming(false)} />}
      </FormDialog>
    </Callout>
  )
}

function WhatNext({ waiting: { own, in_force_at }, isFixed }: WaitingBankProps) {
  const t = useTranslations('settings.waiting')
  if (isFixed) return t('fixed')
  if (in_force_at) return t.rich('alone', { time: () => <DubaiMoment value={in_force_at} /> })
  return t(own ? 'own' : 'other')
}

function Confirmation({ waiting: { id, bank }, onEnd }: { waiting: Waiting; onEnd: () => void }) {
  const t = useTranslations('settings.waiting')
  const asksCode = Boolean(useLoad(getTwoStep, {}).data?.on_since)
  return (
    <Stack gap="md">
      <BankFacts bank={bank} />
      <ReauthenticationForm
        call={confirmBank}
        fields={asksCode ? ['password', 'code'] : ['password']}
        inputOf={({ password, code }) => ({ params: { id }, body: { password, ...(asksCode && { code }) } })}
        submit={t('confirm')}
        onDone={() => {
          void loadSettings()
          onEnd()
        }}
        onCancel={onEnd}
      />
    </Stack>
  )
}
