import { Button, Select, Text } from '@mantine/core'
import { handOverCases, listApplications, listCarriers, type RowOf } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/useAction.ts'
import { useLoad } from '../../api/useLoad.ts'
import { showDone } from '../../feedback/toast.ts'
import { useUser } from '../../session/session.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { FormDialog } from '../../ui/forms/FormDialog.tsx'
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx'

/** Gives all open cases of one administrator to another; `assignee` is a person, as the list is narrowed to. */
export function HandOver({ assignee }: { assignee: string }) {
  const t = useTranslations('applications.handOver')
  const viewer = useUser()
  const from_id = assignee === 'me' ? viewer.id : assignee
  const { data: carriers = [] } = useLoad(listCarriers, {}, { background: true, answers: () => true })
  const name = carriers.find(({ id }) => id === from_id)?.full_name
  const [opened, open] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => open(true)}>
        {t('open')}
      </Button>
      <FormDialog opened={opened} onClose={() => open(false)} title={name === undefined ? t('titleOfOne') : t('title', { name })}>
        {(leave) => (
          <HandOverForm
            from_id={from_id}
            receivers={carriers.filter(({ id }) => id !== from_id)}
            onLeave={leave}
            onDone={() => open(false)}
          />
        )}
      </FormDialog>
    </>
  )
}

interface FormProps {
  from_id: string
  receivers: readonly RowOf<typeof listCarriers>[]
  onLeave: () => void
  onDone: () => void
}

function HandOverForm({ from_id, receivers, onLeave, onDone }: FormProps) {
  const t = useTranslations('applications.handOver')
  const many = useTranslations('applications.many')
  const [to_id, setReceiver] = useState<string | null>(null)
  const open = useLoad(
    listApplications,
    { query: { assignee: from_id, status: 'active', limit: 1, documents: 'link' } },
    { answers: () => true },
  )
  const { run, busy } = useAction(handOverCases, {
    onDone: ({ number }) => {
      showDone(t('done', { number, name: receivers.find(({ id }) => id === to_id)?.full_name ?? '' }))
      onDone()
    },
  })
  const number = open.data?.total
  return (
    <Form
      onSubmit={(event) => {
        event?.preventDefault()
        if (to_id) void run({ body: { from_id, to_id } })
      }}
    >
      <Text size="sm" lh="prose" mih="3em">
        {number !== undefined && t('text', { number })}
      </Text>
      <Select
        label={t('to')}
        placeholder={t('choose')}
        data={receivers.map(({ id: value, full_name: label }) => ({ value, label }))}
        value={to_id}
        onChange={setReceiver}
        disabled={busy || number === 0}
      />
      <FormButtons>
        <Button variant="default" onClick={onLeave}>
          {many('cancel')}
        </Button>
        <SubmitButton disabled={busy || !to_id || !number}>{busy ? many('busy') : t('submit')}</SubmitButton>
      </FormButtons>
    </Form>
  )
}
