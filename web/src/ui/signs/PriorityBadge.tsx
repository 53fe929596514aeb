import { IconArrowRight, IconBolt } from '@tabler/icons-react'
import type { Priority } from 'contract'
import { useTranslations } from 'use-intl'
import classes from './Tag.module.css'
import { Tag } from './Tag.tsx'

/** §4: Fast Track in red, Normal in green. */
export function PriorityBadge({ priority }: { priority: Priority }) {
  const t = useTranslations('enums.priority')
  const fast = priority === 'fast_track'
  return (
    <Tag
      hue={fast ? 'red' : 'green'}
      icon={fast ? <IconBolt size={15} stroke={2} /> : <IconArrowRight size={15} stroke={2} className={classes.arrow} />}
    >
      {t(priority)}
    </Tag>
  )
}
