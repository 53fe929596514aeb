import { type Icon, IconBan, IconEye, IconFileOff, IconHourglass, IconLock, IconPencil, IconShieldLock } from '@tabler/icons-react'
import type { JournalOutcome } from 'contract'
import { useTranslations } from 'use-intl'
import { type Hue, Tag } from '../ui/signs/Tag.tsx'

const BADGES: Record<JournalOutcome, { hue: Hue; Icon: Icon }> = {
  changed: { hue: 'blue', Icon: IconPencil },
  seen: { hue: 'gray', Icon: IconEye },
  forbidden: { hue: 'red', Icon: IconBan },
  not_found: { hue: 'amber', Icon: IconFileOff },
  signed_out: { hue: 'amber', Icon: IconLock },
  throttled: { hue: 'red', Icon: IconHourglass },
  code_asked: { hue: 'gray', Icon: IconShieldLock },
}

export function OutcomeTag({ outcome }: { outcome: JournalOutcome }) {
  const t = useTranslations('journal.outcomes')
  const { hue, Icon } = BADGES[outcome]
  return (
    <Tag hue={hue} icon={<Icon size={15} stroke={2} />}>
      {t(outcome)}
    </Tag>
  )
}
