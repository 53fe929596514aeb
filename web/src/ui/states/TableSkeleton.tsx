import { Skeleton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import classes from './TableSkeleton.module.css'

/** Rows of the final height while a list loads, so that nothing moves when it arrives (U5). */
export function TableSkeleton({ rows = 8, height = 44 }: { rows?: number; height?: number }) {
  const t = useTranslations('ui')
  return (
    <div role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={row} className={classes.row} style={{ blockSize: height }}>
          <Skeleton height={10} width={`${34 - (row % 3) * 6}%`} />
          <Skeleton height={10} width="14%" />
          <Skeleton height={10} width="18%" />
        </div>
      ))}
    </div>
  )
}
