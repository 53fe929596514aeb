import { Skeleton } from '@mantine/core'
import clsx from 'clsx'
import facts from '../Facts.module.css'

/** Names and values of the final height while they load (U5). */
export const FactsSkeleton = ({ count, className }: { count: number; className?: string | undefined }) => (
  <div className={clsx(facts.facts, className)} aria-hidden>
    {Array.from({ length: count }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the facts are all alike
      <div key={place}>
        <Skeleton height={10} width="40%" mt={5} mb={10} />
        <Skeleton height={12} width={`${70 - (place % 3) * 10}%`} mb={5} />
      </div>
    ))}
  </div>
)
