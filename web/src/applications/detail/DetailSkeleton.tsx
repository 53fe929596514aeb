import { Box, Flex, Skeleton } from '@mantine/core'
import { STAGE_NAMES } from 'contract'
import { useTranslations } from 'use-intl'
import { Card } from '../../ui/Card.tsx'
import { FactsSkeleton } from '../../ui/states/FactsSkeleton.tsx'
import classes from './ApplicationDetailScreen.module.css'

interface StagesSkeletonProps {
  /** Whether the case has a next step. */
  next?: boolean
  isAdmin: boolean
}

/** The next step and the seven stages before they are there (U5). */
export const StagesSkeleton = ({ next = true, isAdmin }: StagesSkeletonProps) => (
  <div aria-hidden>
    {next && (
      <Card mb="md">
        <Skeleton height={14} width="30%" my={5} />
        <Skeleton height={12} width="65%" my="sm" />
        <Skeleton height={10} width="50%" mb={6} />
        {isAdmin && <AdvanceSkeleton />}
      </Card>
    )}
    <PanelSkeleton />
  </div>
)

/** The administrator's controls. */
const AdvanceSkeleton = () => (
  <>
    <Skeleton height={36} mt="sm" mb="md" />
    <Skeleton height={12} width="40%" mb={22} />
    <Skeleton height={10} width="25%" mb="xs" />
    <Skeleton height={30} />
  </>
)

const PanelSkeleton = () => (
  <Card p={0}>
    <Flex justify="space-between" gap="md" px="ml" py="1.125rem" className={classes.line ?? ''}>
      <Skeleton height={14} width="45%" />
      <Skeleton height={10} width="30%" mt={2} />
    </Flex>
    <Box px="ml" py="sm">
      {STAGE_NAMES.map((name) => (
        <Flex key={name} gap="sm" py={14}>
          <Skeleton circle height={22} />
          <Box flex={1}>
            <Skeleton height={12} width="40%" mt="2xs" mb={10} />
            <Skeleton height={10} width="55%" />
          </Box>
        </Flex>
      ))}
    </Box>
  </Card>
)

/** Passport, priority and status below the name. */
export const BadgesSkeleton = () => (
  <Flex align="center" gap="sm" h={28} aria-hidden>
    <Skeleton height={12} width={140} />
    <Skeleton height={12} width={70} />
    <Skeleton height={22} width={76} />
  </Flex>
)

/** The number of facts below each heading. */
const GROUPS = [8, 5, 5]

export function DetailSkeleton({ isAdmin }: Pick<StagesSkeletonProps, 'isAdmin'>) {
  const ui = useTranslations('ui')
  return (
    <div className={classes.columns} role="status" aria-label={ui('loading')}>
      <div className={classes.side}>
        <StagesSkeleton isAdmin={isAdmin} />
      </div>
      <div className={classes.main}>
        {GROUPS.map((count, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups are all alike
          <Box key={place} mb="xl">
            <div className={classes.title}>
              <Skeleton height={14} width={110} my={5} />
            </div>
            <FactsSkeleton count={count} className={classes.facts} />
          </Box>
        ))}
      </div>
    </div>
  )
}
