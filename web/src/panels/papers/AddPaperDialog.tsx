import { Anchor, Select } from '@mantine/core'
import { addPaper, COMPANY_PAPERS, type Input, type PaperKind, PERSON_PAPERS } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Refusal } from '../../api/refusal.ts'
import { useSession, useUser } from '../../session/session.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { FormDialog } from '../../ui/forms/FormDialog.tsx'
import { FormErrorSummary } from '../../ui/forms/FormErrorSummary.tsx'
import { SaveButtons } from '../../ui/forms/SaveButtons.tsx'
import { errorsIn, isAtFields, useCallForm } from '../../ui/forms/useCallForm.ts'
import { CompanyPicker } from '../CompanyPicker.tsx'
import { EmployeePicker } from '../EmployeePicker.tsx'
import { PaperFields } from './PaperFields.tsx'
import { PaperFileField } from './PaperFileField.tsx'
import { EMPTY_PAPER, type NewPaperTyped, PAPER_FIELDS, paperFieldId, sentOf } from './paperFields.ts'

/** Whose the paper is; what is empty is asked for. */
export type PaperOwner = { employee_id: string } | { company_id: string }

interface AddPaperDialogProps {
  opened: boolean
  owner: PaperOwner
  /** Chosen beforehand. */
  kind?: PaperKind
  onClose: () => void
  /** Shows a paper that is on record. */
  onShow: (id: string) => void
}

/** The words for it, of a person or of a company. */
export const wordsToAdd = (owner: PaperOwner) => ('company_id' in owner ? 'addOfCompany' : 'add')

/** Puts a paper of a person or a company on record. */
export function AddPaperDialog({ opened, owner, kind, onClose, onShow }: AddPaperDialogProps) {
  const t = useTranslations('papers.form')
  return (
    <FormDialog opened={opened} onClose={onClose} title={t(wordsToAdd(owner))}>
      {(leave) => <Content owner={owner} kind={kind} onDone={onClose} onCancel={leave} onShow={onShow} />}
    </FormDialog>
  )
}

type Typed = NewPaperTyped & { owner_id: string; kind: PaperKind | '' }

const ORDER = ['owner_id', 'kind', ...PAPER_FIELDS, 'document']

interface ContentProps extends Pick<AddPaperDialogProps, 'owner' | 'onShow'> {
  kind: PaperKind | undefined
  onDone: () => void
  onCancel: () => void
}

function Content({ owner, kind: chosen, onDone, onCancel, onShow }: ContentProps) {
  const t = useTranslations('papers.form')
  const { form, submit, attempt, busy, heldId } = useNewPaper(owner, chosen, onDone)
  const { kind } = form.values
  const [uploading, setUploading] = useState(false)
  return (
    <Form onSubmit={submit}>
      <FormErrorSummary errors={form.errors} order={ORDER} attempt={attempt} idOf={paperFieldId} />
      <OwnerField owner={owner} form={form} />
      <KindField owner={owner} form={form} />
      {heldId && form.errors.kind && (
        <Anchor component="button" type="button" size="sm" ta="start" onClick={() => onShow(heldId)}>
          {t('openHeld')}
        </Anchor>
      )}
      {kind !== '' && (
        <>
          <PaperFields kind={kind} form={form} />
          <PaperFileField form={form} onBusyChange={setUploading} />
        </>
      )}
      <SaveButtons cancel={t('cancel')} save={t(busy ? 'saving' : 'save')} disabled={busy || uploading} onCancel={onCancel} />
    </Form>
  )
}

const isOfPerson = (owner: PaperOwner): owner is { employee_id: string } => 'employee_id' in owner
const idOf = (owner: PaperOwner): string => (isOfPerson(owner) ? owner.employee_id : owner.company_id)

function useNewPaper(owner: PaperOwner, chosen: PaperKind | undefined, onDone: () => void) {
  const t = useTranslations('papers.form')
  const ui = useTranslations('ui')
  const [heldId, setHeldId] = useState<string>()
  const labels = { owner_id: t(isOfPerson(owner) ? 'employee' : 'company'), kind: t('kind') }
  const validate = (typed: Typed) =>
    Object.fromEntries(
      (['owner_id', 'kind'] as const).filter((name) => typed[name] === '').map((name) => [name, ui('required', { field: labels[name] })]),
    )
  const inputOf = ({ owner_id, ...rest }: Typed) =>
    ({ body: { ...sentOf(rest), ...(isOfPerson(owner) ? { employee_id: owner_id } : { company_id: owner_id }) } }) as Input<typeof addPaper>
  const errorsOf = (refusal: Refusal) => {
    setHeldId(refusal.paper_id)
    if (refusal.status === 409) return refusal.paper_id ? { kind: refusal.detail } : { number: refusal.detail }
    return errorsIn(refusal)
  }
  const initial = { ...EMPTY_PAPER, owner_id: idOf(owner), kind: chosen ?? '' } as const
  return {
    ...useCallForm<typeof addPaper, Typed>(addPaper, { initial, validate, inputOf, errorsOf, answers: isAtFields(errorsOf), onDone }),
    heldId,
  }
}

type NewPaperForm = ReturnType<typeof useNewPaper>['form']

function OwnerField({ owner, form }: { owner: PaperOwner; form: NewPaperForm }) {
  const t = useTranslations('papers.form')
  const { role } = useUser()
  const { activeCompanyId } = useSession()
  if (idOf(owner) !== '') return null
  const shared = {
    id: paperFieldId('owner_id'),
    required: true,
    value: form.values.owner_id,
    error: form.errors.owner_id,
    openOnFocus: false,
  }
  const onPick = (record: { id: string } | undefined) => {
    form.setFieldValue('owner_id', record?.id ?? '')
    form.clearFieldError('owner_id')
  }
  if (!isOfPerson(owner)) return <CompanyPicker {...shared} label={t('company')} data-autofocus onPick={onPick} />
  const company = role === 'admin' ? {} : { companyId: activeCompanyId ?? '' }
  return <EmployeePicker {...shared} {...company} label={t('employee')} data-autofocus onPick={onPick} />
}

function KindField({ owner, form }: { owner: PaperOwner; form: NewPaperForm }) {
  const t = useTranslations('papers.form')
  const words = useTranslations('enums.paperKind')
  return (
    <Select
      {...form.getInputProps('kind')}
      id={paperFieldId('kind')}
      label={t('kind')}
      required
      data-autofocus
      allowDeselect={false}
      openOnFocus={false}
      value={form.values.kind || null}
      data={(isOfPerson(owner) ? PERSON_PAPERS : COMPANY_PAPERS).map((kind) => ({ value: kind, label: words(kind) }))}
    />
  )
}
