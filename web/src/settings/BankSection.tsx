import { Button, Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { Provider, Tagged } from 'contract'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { FormDialog } from '../ui/forms/FormDialog.tsx'
import { Muted } from '../ui/Muted.tsx'
import { Note } from '../ui/Note.tsx'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { BankFacts } from './BankFacts.tsx'
import { BankForm } from './BankForm.tsx'
import { WaitingBank } from './WaitingBank.tsx'

/** Names in Latin letters keep their order in an Arabic sentence. */
const isolated = (name: string): string => `\u2068${name}\u2069`

/** Where companies transfer their money to, and a change of it that waits. */
export function BankSection({ provider }: { provider: Tagged<Provider> }) {
  const { bank, bank_changed_at, bank_waiting, fixed } = provider
  const t = useTranslations('settings')
  const format = useFormatter()
  const variables = fixed.filter((variable) => variable.startsWith('BANK_'))
  return (
    <Stack gap="md">
      {bank_waiting && <WaitingBank waiting={bank_waiting} isFixed={variables.length > 0} />}
      <div>
        {bank ? (
          <BankFacts bank={bank} />
        ) : (
          <Text size="sm" lh="prose">
            {t('none')}
          </Text>
        )}
        {bank_changed_at && <Changed at={bank_changed_at} />}
      </div>
      {variables.length > 0 ? (
        <Note hue="gray" Icon={IconLock}>
          {t('fixed', { variable: format.list(variables.map(isolated)) })}
        </Note>
      ) : (
        <Change provider={provider} />
      )}
    </Stack>
  )
}

function Changed({ at }: { at: string }) {
  const t = useTranslations('billing.bank')
  return <Muted mt="xs">{t.rich('changed', { date: () => <DubaiDate value={at} /> })}</Muted>
}

/** A form that is open stays so when others ask for a change meanwhile. */
function Change({ provider }: { provider: Tagged<Provider> }) {
  const t = useTranslations('settings')
  const [opened, setOpened] = useState(false)
  const title = t(provider.bank ? 'change' : 'add')
  return (
    <>
      {!provider.bank_waiting && (
        <Button variant="default" w="fit-content" onClick={() => setOpened(true)}>
          {title}
        </Button>
      )}
      <FormDialog opened={opened} onClose={() => setOpened(false)} title={title}>
        {(leave) => <BankForm provider={provider} onDone={() => setOpened(false)} onCancel={leave} />}
      </FormDialog>
    </>
  )
}
