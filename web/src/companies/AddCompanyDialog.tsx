import { Button, Flex, Radio, Text } from '@mantine/core'
import { CompanyCategory } from 'contract'
import { useTranslations } from 'use-intl'
import { Form } from '../ui/forms/Form.tsx'
import { FormButtons } from '../ui/forms/FormButtons.tsx'
import { FormDialog } from '../ui/forms/FormDialog.tsx'
import { FormErrorSummary } from '../ui/forms/FormErrorSummary.tsx'
import { SubmitButton } from '../ui/forms/SubmitButton.tsx'
import { COMPANY_FIELDS, CompanyFields, fieldId } from './CompanyFields.tsx'
import { useAddCompany } from './useAddCompany.ts'

interface AddCompanyDialogProps {
  opened: boolean
  onClose: () => void
}

export function AddCompanyDialog({ opened, onClose }: AddCompanyDialogProps) {
  const t = useTranslations('companies.add')
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('title')} size="lg">
      {(leave) => <Content onDone={onClose} onCancel={leave} />}
    </FormDialog>
  )
}

function Content({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const t = useTranslations('companies')
  const names = useTranslations('enums.companyCategory')
  const { form, submit, attempt, busy } = useAddCompany(onDone)
  return (
    <Form onSubmit={submit}>
      <FormErrorSummary errors={form.errors} order={[...COMPANY_FIELDS, 'category']} attempt={attempt} idOf={fieldId} />
      <Text size="sm" lh="prose" c="dimmed">
        {t('add.required')}
      </Text>
      <CompanyFields form={form} autoFocus />
      <Radio.Group label={t('fields.category')} {...form.getInputProps('category')}>
        <Flex wrap="wrap" rowGap="xs" columnGap="lg">
          {CompanyCategory.options.map((category, index) => (
            <Radio key={category} value={category} label={names(category)} {...(index === 0 ? { id: fieldId('category') } : {})} />
          ))}
        </Flex>
      </Radio.Group>
      <FormButtons>
        <Button variant="default" onClick={onCancel}>
          {t('add.cancel')}
        </Button>
        <SubmitButton disabled={busy}>{busy ? t('add.busy') : t('add.submit')}</SubmitButton>
      </FormButtons>
    </Form>
  )
}
