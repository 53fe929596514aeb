import { Skeleton } from '@mantine/core'
import classes from '../Page.module.css'
import { isPainted } from '../painted.ts'
import { TableSkeleton } from './TableSkeleton.tsx'

/** Shown while the code of a screen loads. */
export function PagePending() {
  if (isPainted()) return null
  return (
    <div className={classes.page}>
      <Skeleton height={24} width={200} mt="2xs" mb={28} />
      <TableSkeleton />
    </div>
  )
}
