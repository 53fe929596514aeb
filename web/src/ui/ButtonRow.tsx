import { Group, type GroupProps } from '@mantine/core'
import { useWidth } from './useWidth.ts'

/** Buttons side by side; on phones they fill the line. */
export function ButtonRow(props: GroupProps) {
  const phone = useWidth('phone')
  return <Group gap="xs" grow={phone} preventGrowOverflow={false} {...props} />
}
