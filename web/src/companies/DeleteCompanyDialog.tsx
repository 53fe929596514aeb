import { Button, Modal, Text, TextInput } from '@mantine/core'
import { type CompanyCard, deleteCompany } from 'contract'
import { useTranslations } from 'use-intl'
import { NO_PROOF, ProofFields, useProof } from '../panels/ProofFields.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { FormButtons } from '../ui/forms/FormButtons.tsx'
import { BESIDE_FIRST_LINE } from '../ui/forms/FormDialog.tsx'
import { SubmitButton } from '../ui/forms/SubmitButton.tsx'
import { useCallForm } from '../ui/forms/useCallForm.ts'
import { Money } from '../ui/signs/Money.tsx'

interface DeleteCompanyDialogProps {
  /** The company to delete; undefined closes the dialog. */
  company: CompanyCard | undefined
  onClose: () => void
}

/** Says what is deleted with the company, and asks for its name and the own password (W6, U17). */
export function DeleteCompanyDialog({ company, onClose }: DeleteCompanyDialogProps) {
  const t = useTranslations('companies.deletion')
  return (
    <Modal
      opened={company !== undefined}
      onClose={onClose}
      title={company && t('title', { name: company.name })}
      styles={BESIDE_FIRST_LINE}
    >
      {company && <Content company={company} onClose={onClose} />}
    </Modal>
  )
}

const idOf = (field: string): string => `deletion-${field}`

function Content({ company, onClose }: { company: CompanyCard; onClose: () => void }) {
  const t = useTranslations('companies.deletion')
  const proof = useProof()
  const { form, submit, busy } = useCallForm(deleteCompany, {
    initial: { name: '', ...NO_PROOF },
    guarded: false,
    validate: proof.missing,
    inputOf: (typed) => ({ params: { id: company.id }, body: proof.bodyOf(typed) }),
    answers: ({ errors }) => errors.length > 0,
    onWrong: (errors) => document.getElementById(idOf(Object.keys(errors)[0] ?? ''))?.focus(),
    onDone: onClose,
  })
  const matches = form.values.name.trim() === company.name
  const counts = { users: company.sole_user_count, applications: company.total_applications, employees: company.employee_count }
  return (
    <Form onSubmit={submit}>
      <Text size="sm" lh="prose">
        {t('body', counts)} {t('users')}
      </Text>
      {company.balance !== null && <Wallet balance={company.balance} />}
      <TextInput
        data-autofocus
        label={t('label')}
        description={t.rich('type', {
          name: () => (
            <Text component="bdi" inherit fw={600} style={{ overflowWrap: 'anywhere', userSelect: 'all' }}>
              {company.name}
            </Text>
          ),
        })}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('name')}
      />
      <Text size="sm" lh="prose">
        {t('proofLead')}
      </Text>
      <ProofFields form={form} asksCode={proof.asksCode} idOf={idOf} />
      <FormButtons>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <SubmitButton color="red" disabled={!matches || busy}>
          {busy ? t('busy') : t('submit')}
        </SubmitButton>
      </FormButtons>
    </Form>
  )
}

/** W6: the wallet's balance is not deleted with the company. */
function Wallet({ balance }: { balance: number }) {
  const t = useTranslations('companies.deletion')
  return (
    <Text size="sm" lh="prose">
      {t.rich(balance > 0 ? 'balance' : 'balanceNone', {
        money: () => (
          <strong>
            <Money aed={balance} />
          </strong>
        ),
      })}
    </Text>
  )
}
