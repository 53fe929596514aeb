import { IconArrowRight, IconBolt } from '@tabler/icons-react'
import type { Priority } from 'contract'
import { useTranslations } from 'use-intl'
import classes from './Tag.module.css'
import { Tag } from './Tag.tsx'

/** §4: Fast Track in red, Normal in green. What is ordinary has no ground, so that it does not stand out. */
export function PriorityBadge({ priority }: { priority: Priority }) {
  const t = useTranslations('enums.priority')
  const fast = priority === 'fast_track'
  return (
    <Tag
      hue={fast ? 'red' : 'green'}
      quiet={!fast}
      icon={fast ? <IconBolt size={15} stroke={2} /> : <IconArrowRight size={15} stroke={2} className={classes.arrow} />}
    >
      {t(priority)}
    </Tag>
  )
}
