import { IconBolt, IconCalendarRepeat } from '@tabler/icons-react'
import type { CompanyCategory } from 'contract'
import { useTranslations } from 'use-intl'
import { Tag } from '../ui/signs/Tag.tsx'

export function CategoryTag({ category }: { category: CompanyCategory }) {
  const t = useTranslations('enums.companyCategory')
  const monthly = category === 'monthly_retainer'
  return (
    <Tag
      hue={monthly ? 'indigo' : 'gray'}
      icon={monthly ? <IconCalendarRepeat size={15} stroke={1.75} /> : <IconBolt size={15} stroke={1.75} />}
    >
      {t(category)}
    </Tag>
  )
}
