import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { endTwoStep, getTwoStep, renewRecoveryCodes, type TwoStep } from 'contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { ReauthenticationForm } from '../panels/ReauthenticationForm.tsx'
import { FormDialog } from '../ui/forms/FormDialog.tsx'
import { Muted } from '../ui/Muted.tsx'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { Tag } from '../ui/signs/Tag.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'
import classes from './AccountScreen.module.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { Section } from './Section.tsx'

const TwoStepSetUp = lazy(() => import('./TwoStepSetUp.tsx').then((part) => ({ default: part.TwoStepSetUp })))
/** With this many codes left or fewer, the user is asked to make new ones. */
const LOW_RECOVERY_CODES = 3

type Change = 'on' | 'renew' | 'off'

/** Two-step sign-in: whether it is on, and its recovery codes. */
export function TwoStepSection({ hasPassword }: { hasPassword: boolean }) {
  const t = useTranslations('account.twoStep')
  const ui = useTranslations('ui')
  const state = useLoad(getTwoStep, {})
  const [change, setChange] = useState<Change>()
  const close = () => setChange(undefined)
  return (
    <Section name="twoStep">
      {state.data ? (
        <State state={state.data} hasPassword={hasPassword} onChange={setChange} />
      ) : state.isError ? (
        <LoadError text={t('failed')} refusal={state.error} onRetry={() => void state.refetch()} />
      ) : (
        <div role="status" aria-label={ui('loading')}>
          <Skeleton height={36} />
        </div>
      )}
      <FormDialog opened={change === 'on'} onClose={close} title={t('onTitle')} closeOnClickOutside={false} closeOnEscape={false}>
        {() => (
          <Suspense fallback={<Skeleton height={160} />}>
            <TwoStepSetUp onDone={close} onCancel={close} />
          </Suspense>
        )}
      </FormDialog>
      <FormDialog opened={change === 'renew'} onClose={close} title={t('renewTitle')} closeOnClickOutside={false} closeOnEscape={false}>
        {() => <Renewal onDone={close} />}
      </FormDialog>
      <FormDialog opened={change === 'off'} onClose={close} title={t('offTitle')}>
        {() => (
          <>
            <Text size="sm" lh="prose" textWrap="pretty" mb="md">
              {t(state.data?.required ? 'offRequired' : 'offText')}
            </Text>
            <ReauthenticationForm
              call={endTwoStep}
              fields={['password', 'code']}
              inputOf={(body) => ({ body })}
              submit={t('switchOff')}
              danger
              onDone={close}
              onCancel={close}
            />
          </>
        )}
      </FormDialog>
    </Section>
  )
}

interface StateProps {
  state: TwoStep
  hasPassword: boolean
  onChange: (change: Change) => void
}

function State({ state: { on_since, recovery_codes_left: left }, hasPassword, onChange }: StateProps) {
  const t = useTranslations('account.twoStep')
  if (on_since === null) {
    return (
      <Stack gap="md">
        {!hasPassword && (
          <Text size="sm" lh="prose" c="dimmed">
            {t('needsPassword')}
          </Text>
        )}
        <div>
          <Button variant="default" disabled={!hasPassword} onClick={() => onChange('on')}>
            {t('switchOn')}
          </Button>
        </div>
      </Stack>
    )
  }
  return (
    <Stack gap="md">
      <div>
        <Text span size="sm" lh="inherit" className={classes.device ?? ''}>
          <Tag hue="green" icon={<IconShieldCheck size={15} />}>
            {t('isOn')}
          </Tag>
          <Muted component="span" fw={500}>
            {t.rich('since', { date: () => <DubaiDate value={on_since} /> })}
          </Muted>
        </Text>
        <Text size="sm" lh="prose" mt="2xs" c={left <= LOW_RECOVERY_CODES ? 'var(--red-text)' : 'dimmed'}>
          {t('left', { count: left })}
        </Text>
      </div>
      <Group gap="xs">
        <Button variant="default" onClick={() => onChange('renew')}>
          {t('renew')}
        </Button>
        <Button variant="default" onClick={() => onChange('off')}>
          {t('switchOff')}
        </Button>
      </Group>
    </Stack>
  )
}

function Renewal({ onDone }: { onDone: () => void }) {
  const t = useTranslations('account.twoStep')
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <>
      <Text size="sm" lh="prose" textWrap="pretty" mb="md">
        {t('renewText')}
      </Text>
      <ReauthenticationForm
        call={renewRecoveryCodes}
        fields={['password', 'code']}
        inputOf={(body) => ({ body })}
        submit={t('renewSubmit')}
        onDone={({ recovery_codes }) => setCodes(recovery_codes)}
        onCancel={onDone}
      />
    </>
  )
}
