import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Employee, formatAed, referenceOf, renewEmployee, toAed, VISA_COST } from 'contract'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { PriceRule } from '../panels/PriceRule.tsx'
import { WalletOutlook } from '../panels/WalletOutlook.tsx'
import { FormButtons } from '../ui/forms/FormButtons.tsx'
import { FormDialog } from '../ui/forms/FormDialog.tsx'
import { HeldDocuments } from './HeldDocuments.tsx'
import { useReplaceEmployee } from './useKeptEmployees.ts'

interface RenewalDialogProps {
  employee: Employee | undefined
  onClose: () => void
}

/** Says what a renewal does and costs before it is submitted, and links to one that is already under way (E2). */
export function RenewalDialog({ employee, onClose }: RenewalDialogProps) {
  const t = useTranslations('employees.renewal')
  return (
    <FormDialog opened={employee !== undefined} onClose={onClose} title={employee && t('title', { name: employee.employee_name })}>
      {() => employee && <Renewal key={employee.id} employee={employee} onClose={onClose} />}
    </FormDialog>
  )
}

function Renewal({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTranslations('employees.renewal')
  const topUp = useTranslations('ui.wallet')('topUp')
  const replace = useReplaceEmployee()
  const { run, busy, refusal } = useAction(renewEmployee, {
    onDone: ({ id }) => {
      replace({ ...employee, renewal_application_id: id })
      onClose()
    },
  })
  const underWay = refusal?.application_id ?? employee.renewal_application_id
  if (underWay) return <UnderWay name={employee.employee_name} application={underWay} onClose={onClose} />
  return (
    <Stack gap="md">
      <Text size="sm" lh="prose">
        {t('body', { cost: formatAed(toAed(VISA_COST.inside_uae)) })}
      </Text>
      <HeldDocuments id={employee.id} />
      <div>
        <WalletOutlook company_id={employee.company_id} cost={VISA_COST.inside_uae} topUp={<Link to="/billing">{topUp}</Link>} />
        <PriceRule of="renewal" />
      </div>
      <FormButtons>
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('abort')}
        </Button>
        <Button disabled={busy} onClick={() => void run({ body: { employee_id: employee.id } })}>
          {t(busy ? 'submitting' : 'submit')}
        </Button>
      </FormButtons>
    </Stack>
  )
}

function UnderWay({ name, application, onClose }: { name: string; application: string; onClose: () => void }) {
  const t = useTranslations('employees.renewal')
  return (
    <Stack gap="md">
      <Stack gap="2xs" px="md" py="sm" fz="sm" lh="prose" bg="var(--amber-ground)" bdrs="sm" role="alert">
        <span>{t('underWay', { name, reference: referenceOf(application) })}</span>
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/applications/$id" params={{ id: application }} />}>
          {t('open')}
        </Anchor>
      </Stack>
      <FormButtons>
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
      </FormButtons>
    </Stack>
  )
}
