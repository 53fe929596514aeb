import { Flex, SimpleGrid, Skeleton } from '@mantine/core'
import { STAGE_NAMES } from 'contract'

const COLUMNS = [18, 26, 22, 34, 30, 44, 38, 52, 46, 64, 78, 92]
const MONTHS = COLUMNS.length
const AXIS = '1px solid var(--hairline)'

/** The first pictures, in the form they have once they are there (U5). */
export const ChartsSkeleton = () => (
  <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="3rem" verticalSpacing="xl" aria-hidden>
    <div style={{ gridColumn: '1 / -1' }}>
      <HeadSkeleton />
      <ColumnsSkeleton />
      <LegendSkeleton />
      <NumbersSkeleton />
    </div>
    <div>
      <HeadSkeleton />
      <BarsSkeleton rows={STAGE_NAMES.length} height="max(2rem, var(--thumb))" />
      <NumbersSkeleton />
    </div>
    <div>
      <HeadSkeleton />
      <BarsSkeleton rows={MONTHS} height="max(1.75rem, var(--thumb))" />
      <NumbersSkeleton />
    </div>
  </SimpleGrid>
)

/** The title and the sentence below it. */
const HeadSkeleton = () => (
  <>
    <Skeleton height={14} width="9rem" my={5} />
    <Skeleton height={10} width="18rem" maw="80%" mt={10} mb={17} />
  </>
)

/** A picture over time, between its axes. */
const ColumnsSkeleton = () => (
  <Flex align="end" gap="xs" h={216} ms={40} mb="lg" px="xs" style={{ borderInlineStart: AXIS, borderBlockEnd: AXIS }}>
    {COLUMNS.map((height) => (
      <Skeleton key={height} height={`${height}%`} flex={1} radius={0} />
    ))}
  </Flex>
)

const LegendSkeleton = () => (
  <Flex wrap="wrap" columnGap="md" mt="xs">
    {STAGE_NAMES.map((name) => (
      <Flex key={name} align="center" gap="xs" h="max(1.75rem, var(--thumb))">
        <Skeleton height={16} width={16} radius={0} />
        <Skeleton height={10} width="11rem" />
      </Flex>
    ))}
  </Flex>
)

/** Opens the table of the same numbers. */
const NumbersSkeleton = () => (
  <Flex align="center" mt="xs" h="max(1.875rem, var(--thumb))">
    <Skeleton height={10} width="7rem" />
  </Flex>
)

/** Lines of a name, a bar and a number. */
const BarsSkeleton = ({ rows, height }: { rows: number; height: string }) => (
  <>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
      <Flex key={row} align="center" gap="sm" h={height}>
        <Skeleton height={10} width="5.5rem" />
        <Flex flex={1}>
          <Skeleton height={14} width={`${82 - (row % 4) * 11}%`} radius={0} />
        </Flex>
        <Skeleton height={10} width="2.5rem" />
      </Flex>
    ))}
  </>
)
