import {
  type Icon,
  IconCoins,
  IconFileText,
  IconId,
  IconPlaneArrival,
  IconRefresh,
  IconRubberStamp,
  IconStethoscope,
} from '@tabler/icons-react'
import type { ApplicationStatus, StageName } from 'contract'
import { useTranslations } from 'use-intl'
import { StatusBadge } from './StatusBadge.tsx'
import { type Hue, Tag } from './Tag.tsx'

/** The colour and the icon of each stage (§4). */
export const STAGE_BADGES: Record<StageName, { hue: Hue; Icon: Icon }> = {
  'Offer Letter': { hue: 'blue', Icon: IconFileText },
  'Labor Fees': { hue: 'purple', Icon: IconCoins },
  'Entry Permit': { hue: 'cyan', Icon: IconPlaneArrival },
  'Change Status': { hue: 'teal', Icon: IconRefresh },
  'Medical Test': { hue: 'pink', Icon: IconStethoscope },
  'Emirates ID': { hue: 'indigo', Icon: IconId },
  'Visa Stamping': { hue: 'green', Icon: IconRubberStamp },
}

/** The current stage of an application; a withdrawn one says that instead. */
export function StageBadge({ stage, status }: { stage: StageName; status?: ApplicationStatus }) {
  const t = useTranslations('enums.stage')
  if (status === 'withdrawn') return <StatusBadge status={status} />
  const { hue, Icon } = STAGE_BADGES[stage]
  return (
    <Tag hue={hue} icon={<Icon size={15} stroke={1.75} />}>
      {t(stage)}
    </Tag>
  )
}
