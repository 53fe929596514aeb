import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ApplicationType } from 'contract'
import { useTranslations } from 'use-intl'
import { FormErrorSummary } from '../../ui/forms/FormErrorSummary.tsx'
import { useFocusOnMount } from '../../ui/useFocusOnMount.ts'
import { orderOf } from './answers.ts'
import { CompanyField } from './CompanyField.tsx'
import { DocumentFields } from './DocumentFields.tsx'
import { DraftNotice } from './DraftNotice.tsx'
import { ExistingEmployeeFields } from './ExistingEmployeeFields.tsx'
import classes from './NewApplicationForm.module.css'
import { NewEmployeeFields } from './NewEmployeeFields.tsx'
import { SubmissionSummary } from './SubmissionSummary.tsx'
import type { ApplicationChoice } from './TypeChoice.tsx'
import { idOf } from './useLabels.ts'
import type { useSubmission } from './useSubmission.ts'

interface NewApplicationFormProps {
  type: ApplicationChoice
  kind: ApplicationType
  submission: ReturnType<typeof useSubmission>
  takesFocus: boolean
  onChangeType: () => void
}

export function NewApplicationForm({ type, kind, submission, takesFocus, onChangeType }: NewApplicationFormProps) {
  const t = useTranslations('newApplication')
  const { form, draft, submit, attempt, busy, onBusyChange, topUp } = submission
  const heading = useFocusOnMount<HTMLHeadingElement>(takesFocus)
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <div className={classes.fields}>
        <div className={classes.type}>
          <h2 ref={heading} tabIndex={-1}>
            {t(`types.${type}`)}
          </h2>
          <Button variant="subtle" size="compact-sm" onClick={onChangeType}>
            {t('changeType')}
          </Button>
          <p className={classes.required}>{t('required')}</p>
        </div>
        <DraftNotice kind={kind} draft={draft} />
        <FormErrorSummary errors={form.errors} order={orderOf(kind)} attempt={attempt} idOf={idOf} />
        <fieldset className={classes.section}>
          <legend>{t('basic')}</legend>
          <CompanyField form={form} />
          {kind === 'renewal' ? <ExistingEmployeeFields form={form} part="basic" /> : <NewEmployeeFields form={form} part="basic" />}
        </fieldset>
        <fieldset className={classes.section}>
          <legend>{t('employment')}</legend>
          {kind === 'renewal' ? (
            <ExistingEmployeeFields form={form} part="employment" />
          ) : (
            <NewEmployeeFields form={form} part="employment" />
          )}
        </fieldset>
        <fieldset className={classes.section}>
          <legend>{t('documents')}</legend>
          <p className={classes.hint}>{kind === 'renewal' ? t('documentsRequired') : t('documentsOptional')}</p>
          <DocumentFields form={form} kind={kind} onBusyChange={onBusyChange} />
        </fieldset>
      </div>
      <SubmissionSummary kind={kind} answers={form.values} onTopUp={() => void topUp()}>
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/applications" />}>
          {t('cancel')}
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? t('submitting') : t('submit')}
        </Button>
      </SubmissionSummary>
    </form>
  )
}
