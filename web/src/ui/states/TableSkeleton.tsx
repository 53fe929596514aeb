import { Group, Skeleton } from '@mantine/core'
import { useTranslations } from 'use-intl'

/** Rows of the final height while a list loads, so that nothing moves afterwards (U5). */
export function TableSkeleton({ rows = 8, height = 44 }: { rows?: number; height?: number }) {
  const t = useTranslations('ui')
  return (
    <div role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <Group key={row} wrap="nowrap" gap="lg" px="sm" h={height} style={{ borderBlockEnd: '1px solid var(--hairline)' }}>
          <Skeleton height={10} width={`${34 - (row % 3) * 6}%`} />
          <Skeleton height={10} width="14%" />
          <Skeleton height={10} width="18%" />
        </Group>
      ))}
    </div>
  )
}
