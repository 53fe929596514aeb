import {
  type Icon,
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconClock,
  IconHourglass,
  IconMailForward,
  IconProgress,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import type { ApplicationStatus, EmployeeStatus, StageStatus, TransactionStatus, VisaApplication } from 'contract'
import { useTranslations } from 'use-intl'
import { type Hue, Tag } from './Tag.tsx'

export type Status = StageStatus | ApplicationStatus | EmployeeStatus | TransactionStatus | 'invited' | 'ended' | 'refused'

const BADGES: Record<Status, { hue: Hue; Icon: Icon }> = {
  Submitted: { hue: 'blue', Icon: IconSend },
  'In Process': { hue: 'amber', Icon: IconProgress },
  Approved: { hue: 'green', Icon: IconCheck },
  Rejected: { hue: 'red', Icon: IconX },
  active: { hue: 'blue', Icon: IconProgress },
  completed: { hue: 'green', Icon: IconCheck },
  withdrawn: { hue: 'gray', Icon: IconArrowBackUp },
  cancelled: { hue: 'gray', Icon: IconBan },
  cancellation_requested: { hue: 'amber', Icon: IconHourglass },
  expired: { hue: 'red', Icon: IconClock },
  approved: { hue: 'green', Icon: IconCheck },
  rejected: { hue: 'red', Icon: IconX },
  pending: { hue: 'amber', Icon: IconHourglass },
  invited: { hue: 'blue', Icon: IconMailForward },
  ended: { hue: 'gray', Icon: IconBan },
  refused: { hue: 'red', Icon: IconX },
}

/** The status of a stage, an application, an employee, an account or a transaction. */
export function StatusBadge({ status }: { status: Status }) {
  const t = useTranslations('enums.status')
  const { hue, Icon } = BADGES[status]
  return (
    <Tag hue={hue} icon={<Icon size={15} stroke={2} />}>
      {t(status)}
    </Tag>
  )
}

/** The status of an application. A refused one is still active, and says that it is refused. */
export function CaseBadge({ application: { status, stage_status } }: { application: Pick<VisaApplication, 'status' | 'stage_status'> }) {
  return <StatusBadge status={status === 'active' && stage_status === 'Rejected' ? 'refused' : status} />
}
