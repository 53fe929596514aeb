import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { listStages, type VisaApplicationRecord } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { useUser } from '../../session/session.ts'
import { useUrlState } from '../../ui/useUrlState.ts'
import { detailInput, isUnknown } from './detailCalls.ts'
import { WithdrawalDialog } from './WithdrawalDialog.tsx'

const WITHDRAW = 'withdraw'

/** Withdraws the application: its company until the first stage is recorded, an administrator while it is active (S13). */
export function WithdrawButton({ application }: { application: VisaApplicationRecord }) {
  const t = useTranslations('applicationDetail.withdrawal')
  const { role } = useUser()
  const stages = useLoad(listStages, detailInput(application.id), { answers: isUnknown })
  const [dialog, setDialog] = useUrlState('dialog')
  const isBegun = stages.data?.length !== 0
  const may = stages.data !== undefined && application.status === 'active' && (role === 'admin' || (role === 'company_admin' && !isBegun))
  if (!may) return null
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        data-screen-only
        leftSection={<IconArrowBackUp size={16} data-flip />}
        onClick={() => setDialog(WITHDRAW)}
      >
        {t('button')}
      </Button>
      <WithdrawalDialog application={application} isBegun={isBegun} opened={dialog === WITHDRAW} onClose={() => setDialog('')} />
    </>
  )
}
