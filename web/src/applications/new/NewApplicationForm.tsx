import { Box, Button, Flex, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ApplicationType } from 'contract'
import { useTranslations } from 'use-intl'
import { FormErrorSummary } from '../../ui/forms/FormErrorSummary.tsx'
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { useFocusOnMount } from '../../ui/useFocusOnMount.ts'
import { orderOf } from './answers.ts'
import { CompanyField } from './CompanyField.tsx'
import { DocumentFields } from './DocumentFields.tsx'
import { DraftNotice } from './DraftNotice.tsx'
import { ExistingEmployeeFields } from './ExistingEmployeeFields.tsx'
import classes from './NewApplicationScreen.module.css'
import { NewEmployeeFields } from './NewEmployeeFields.tsx'
import { SubmissionBar } from './SubmissionBar.tsx'
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
    // What costs money is sent by its button alone: without a submit button, Enter in a field sends nothing.
    <form noValidate className={classes.form}>
      <Box miw={0}>
        <Flex wrap="wrap" align="center" rowGap="2xs" columnGap="xs" mt="-sm" mb="lg">
          <SectionTitle ref={heading} tabIndex={-1} fw={500}>
            {t(`types.${type}`)}
          </SectionTitle>
          <Button variant="subtle" size="compact-sm" onClick={onChangeType}>
            {t('changeType')}
          </Button>
          <Muted flex={{ base: '1 0 100%', sm: '1 0 auto' }} ta={{ base: 'start', sm: 'end' }}>
            {t('required')}
          </Muted>
        </Flex>
        <DraftNotice kind={kind} draft={draft} />
        <FormErrorSummary errors={form.errors} order={orderOf(kind)} attempt={attempt} idOf={idOf} mb="lg" />
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
          <Text size="sm" lh="inherit" c="dimmed" mt="-xs" mb="md">
            {kind === 'renewal' ? t('documentsRequired') : t('documentsOptional')}
          </Text>
          <DocumentFields form={form} kind={kind} onBusyChange={onBusyChange} />
        </fieldset>
        <SubmissionBar kind={kind} answers={form.values} />
      </Box>
      <SubmissionSummary kind={kind} answers={form.values} onTopUp={() => void topUp()}>
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/applications" />}>
          {t('cancel')}
        </Button>
        <SubmitButton type="button" disabled={busy} onClick={() => submit()}>
          {busy ? t('submitting') : t('submit')}
        </SubmitButton>
      </SubmissionSummary>
    </form>
  )
}
