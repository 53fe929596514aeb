import { Box, Flex, Paper, Skeleton } from '@mantine/core'
import { FactsSkeleton } from '../../ui/states/FactsSkeleton.tsx'
import classes from './Statement.module.css'
import { MovementsSkeleton } from './StatementSheet.tsx'

/** The month's choice and the sheet, in the form they have once they are there (U5). */
export const StatementSkeleton = () => (
  <>
    <Box maw={{ sm: '14rem' }} pt={7} mb="ml" aria-hidden>
      <Skeleton height={12} width="4rem" mb={9} />
      <Skeleton height="max(2.25rem, var(--thumb))" />
    </Box>
    <Paper withBorder className={classes.sheet ?? ''}>
      <Flex wrap="wrap" justify="space-between" rowGap="md" columnGap="xl" aria-hidden>
        <div>
          <Skeleton height={18} width="15rem" mt={7} mb="sm" />
          <Skeleton height={12} width="10rem" mb={11} />
        </div>
        <div className={classes.issuer}>
          <Skeleton height={12} width="11rem" my="2xs" />
          <Skeleton height={10} width="9rem" my={10} ms={{ sm: 'auto' }} />
          <Skeleton height={10} width="5rem" my={5} ms={{ sm: 'auto' }} />
        </div>
      </Flex>
      <FactsSkeleton count={4} className={classes.figures} />
      <MovementsSkeleton />
    </Paper>
  </>
)
