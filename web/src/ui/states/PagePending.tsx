import { Skeleton } from '@mantine/core'
import classes from '../Page.module.css'
import { TableSkeleton } from './TableSkeleton.tsx'

/** Shown while the code of a screen loads. */
export function PagePending() {
  return (
    <div className={classes.page}>
      <Skeleton height={24} width={200} mt="2xs" mb={28} />
      <TableSkeleton />
    </div>
  )
}
