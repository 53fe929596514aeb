import { useForm } from '@mantine/form'
import { createEmployee, dubaiDate, type Employee, EmployeeFields, NewEmployee, updateEmployee } from 'contract'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Refusal } from '../api/refusal.ts'
import { useAction } from '../api/useAction.ts'
import { useUnsavedGuard } from '../feedback/unsaved.ts'
import { problemsOf } from '../ui/forms/formProblems.ts'
import { ofTouched } from '../ui/forms/ofTouched.ts'
import { errorsIn } from '../ui/forms/useCallForm.ts'
import { type Answers, answersFrom, changedFields, EMPTY, FIELDS, type Field, sentFrom } from './answers.ts'
import { useReplaceEmployee } from './useKeptEmployees.ts'
import { type Warnings, warningsOf } from './warnings.ts'

interface EmployeeFormOptions {
  /** The record to change; without one, a new record is added. */
  employee?: Employee | undefined
  /** The company of a new record, if the user does not choose it. */
  companyId?: string | undefined
  onDone: () => void
}

/** The form of one employee record; adds it or sends the changed fields. */
export function useEmployeeForm({ employee, companyId = '', onDone }: EmployeeFormOptions) {
  const [before] = useState<Answers>(() => (employee ? answersFrom(employee) : { ...EMPTY, company_id: companyId }))
  const [attempt, setAttempt] = useState(0)
  // A warning appears when the field loses the focus and goes as soon as the value is corrected.
  const [settled, setSettled] = useState(before)
  const validate = useValidation(employee ? EmployeeFields : NewEmployee)
  const sent = useRef(false)
  const form = useForm<Answers>({
    initialValues: before,
    validateInputOnBlur: true,
    validate: (answers) => (sent.current ? validate(answers) : ofTouched(validate(answers), answers, before)),
  })
  const dirty = Object.keys(changedFields(form.values, before)).length > 0
  const letGo = useUnsavedGuard(dirty)
  const refused = () => setAttempt((count) => count + 1)

  const { save, busy } = useSave(employee, {
    onDone: () => {
      letGo()
      onDone()
    },
    onRefused: (refusal) => {
      // The only possible conflict: the company has another employee with this passport number.
      const errors = refusal.status === 409 && refusal.detail ? { passport_number: refusal.detail } : errorsIn(refusal)
      if (Object.keys(errors).length === 0) return
      form.setErrors(errors)
      refused()
    },
  })
  const send = form.onSubmit((answers) => save(answers, changedFields(answers, before)), refused)
  const submit: typeof send = (event) => {
    sent.current = true
    send(event)
  }

  const today = dubaiDate(new Date())
  const said = new Map(Object.entries(warningsOf(settled, today)))
  const warnings: Warnings = Object.fromEntries(
    Object.entries(warningsOf(form.values, today)).filter(([field, warning]) => said.get(field) === warning),
  )
  return { form, submit, attempt, busy, dirty, warnings, settle: () => setSettled(form.values) }
}

export type EmployeeForm = ReturnType<typeof useEmployeeForm>

function useValidation(schema: typeof EmployeeFields | typeof NewEmployee) {
  const t = useTranslations('employees.form')
  const labelOf = useTranslations('history.fields')
  const labels = { ...Object.fromEntries(FIELDS.map((field) => [field, labelOf(field)])), company_id: t('company') }
  return (answers: Answers) => problemsOf(schema, sentFrom(answers), labels)
}

interface SaveOptions {
  onDone: () => void
  onRefused: (refusal: Refusal) => void
}

function useSave(employee: Employee | undefined, { onDone, onRefused }: SaveOptions) {
  const replace = useReplaceEmployee()
  const add = useAction(createEmployee, { onDone, onRefused })
  const change = useAction(updateEmployee, {
    onDone: (changed) => {
      replace(changed)
      onDone()
    },
    onRefused,
  })
  const save = (answers: Answers, changed: Partial<Record<Field, string>>) =>
    void (employee
      ? change.run({ params: { id: employee.id }, body: sentFrom(changed) })
      : add.run({ body: sentFrom(answers) satisfies NewEmployee }))
  return { save, busy: add.busy || change.busy }
}
