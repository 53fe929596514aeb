import { Skeleton } from '@mantine/core'
import classes from '../Page.module.css'
import { TableSkeleton } from './TableSkeleton.tsx'

/** While the code of a screen is on its way. */
export function PagePending() {
  return (
    <div className={classes.page}>
      <Skeleton height={24} width={200} mt={4} mb={28} />
      <TableSkeleton />
    </div>
  )
}
