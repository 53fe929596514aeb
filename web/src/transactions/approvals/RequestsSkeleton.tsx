import { Box, Group, Skeleton, Stack } from '@mantine/core'
import clsx from 'clsx'
import { FactsSkeleton } from '../../ui/states/FactsSkeleton.tsx'
import { TableSkeleton } from '../../ui/states/TableSkeleton.tsx'
import classes from './AdminBillingScreen.module.css'

/** The requests before they are there: the first one is open, with its receipt beside the facts (U5). */
export const RequestsSkeleton = () => (
  <>
    <TableSkeleton rows={1} height={61} />
    <div className={clsx(classes.panel, classes.opening)} aria-hidden>
      <Stack gap="lg" miw={0} pt="md">
        <FactsSkeleton count={8} />
        <Group gap="xs">
          <Skeleton height={36} width={96} />
          <Skeleton height={36} width={84} />
        </Group>
      </Stack>
      <Box className={classes.receipt ?? ''} />
    </div>
    <TableSkeleton rows={2} height={61} />
  </>
)
