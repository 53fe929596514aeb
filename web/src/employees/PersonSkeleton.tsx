import { Skeleton } from '@mantine/core'
import { useTranslations } from 'use-intl'

/** What is said of a person, before it is there. */
export function PersonSkeleton() {
  const ui = useTranslations('ui')
  return (
    <div role="status" aria-label={ui('loading')}>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} height={14} width={`${90 - row * 14}%`} mb={28} />
      ))}
    </div>
  )
}
