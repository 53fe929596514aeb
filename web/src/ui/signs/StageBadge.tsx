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
import type { StageName } from 'contract'
import { useTranslations } from 'use-intl'
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

export function StageBadge({ stage }: { stage: StageName }) {
  const t = useTranslations('enums.stage')
  const { hue, Icon } = STAGE_BADGES[stage]
  return (
    <Tag hue={hue} icon={<Icon size={15} stroke={1.75} />}>
      {t(stage)}
    </Tag>
  )
}
