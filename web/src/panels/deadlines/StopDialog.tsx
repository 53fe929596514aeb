import { Button, Select, Text } from '@mantine/core'
import { type Deadline, dubaiDate, type Input, resumeDeadline, STOPPED_BY, stopDeadline } from 'contract'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/useAction.ts'
import { DateField } from '../../ui/forms/DateField.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { FormDialog } from '../../ui/forms/FormDialog.tsx'
import { FormErrorSummary } from '../../ui/forms/FormErrorSummary.tsx'
import { LongText } from '../../ui/forms/LongText.tsx'
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx'
import { useCallForm } from '../../ui/forms/useCallForm.ts'

interface StopDialogProps {
  deadline: Deadline | undefined
  onClose: () => void
}

/** Lets a clock stand still for a reason of its rule, or run again. */
export function StopDialog({ deadline, onClose }: StopDialogProps) {
  const t = useTranslations('deadlines')
  const title = deadline && t('stopDialog.title', { kind: t(`kinds.${deadline.key}`), name: deadline.person_name ?? deadline.company_name })
  return (
    <FormDialog opened={deadline !== undefined} onClose={onClose} title={title}>
      {(leave) => deadline && <Content key={deadline.id} deadline={deadline} onDone={onClose} onLeave={leave} />}
    </FormDialog>
  )
}

const ORDER = ['reason', 'from', 'until', 'note']
const idOf = (field: string): string => `stop-${field}`

function Content({ deadline, onDone, onLeave }: { deadline: Deadline } & Record<'onDone' | 'onLeave', () => void>) {
  const t = useTranslations('deadlines')
  const { form, submit, attempt, busy } = useStop(deadline, onDone)
  const reasons = STOPPED_BY[deadline.key] ?? []
  const props = (field: 'from' | 'until') => ({ id: idOf(field), label: t(`stopDialog.${field}`), ...form.getInputProps(field) })
  return (
    <Form onSubmit={submit}>
      <FormErrorSummary errors={form.errors} order={ORDER} attempt={attempt} idOf={idOf} />
      <Text size="sm" lh="prose">
        {t('stopDialog.lead')}
      </Text>
      <Select
        {...form.getInputProps('reason')}
        id={idOf('reason')}
        label={t('stopDialog.reason')}
        required
        data-autofocus
        allowDeselect={false}
        openOnFocus={false}
        value={form.values.reason || null}
        data={reasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
      />
      <DateField {...props('from')} required value={form.values.from} />
      <DateField {...props('until')} description={t('stopDialog.untilHint')} value={form.values.until} />
      <LongText id={idOf('note')} label={t('stopDialog.note')} {...form.getInputProps('note')} />
      <FormButtons>
        {deadline.stop && <Resume deadline={deadline} onDone={onDone} />}
        <Button variant="default" onClick={onLeave}>
          {t('stopDialog.cancel')}
        </Button>
        <SubmitButton disabled={busy}>{t(busy ? 'stopDialog.saving' : 'stopDialog.save')}</SubmitButton>
      </FormButtons>
    </Form>
  )
}

function Resume({ deadline: { id }, onDone }: { deadline: Deadline; onDone: () => void }) {
  const t = useTranslations('deadlines.stopDialog')
  const { run, busy } = useAction(resumeDeadline, { onDone })
  return (
    <Button variant="default" me="auto" disabled={busy} onClick={() => void run({ params: { id } })}>
      {t('resume')}
    </Button>
  )
}

function useStop({ id, stop }: Deadline, onDone: () => void) {
  const t = useTranslations('deadlines.stopDialog')
  const ui = useTranslations('ui')
  const initial = {
    reason: stop?.reason ?? '',
    from: stop?.from ?? dubaiDate(new Date()),
    until: stop?.until ?? '',
    note: stop?.note ?? '',
  }
  const required = ({ reason, from }: typeof initial) => ({
    ...(reason === '' && { reason: ui('required', { field: t('reason') }) }),
    ...(from === '' && { from: ui('required', { field: t('from') }) }),
  })
  return useCallForm<typeof stopDeadline, typeof initial>(stopDeadline, {
    initial,
    validate: required,
    inputOf: (body) => ({ params: { id }, body }) as Input<typeof stopDeadline>,
    onDone,
  })
}
