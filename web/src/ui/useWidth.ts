import { type MantineTheme, useMantineTheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'

type Breakpoints = MantineTheme['breakpoints']

/** The breakpoints of the theme at which a screen has other elements, such as rows instead of a table. */
const QUERIES = {
  phone: ({ sm }: Breakpoints) => `not all and (min-width: ${sm})`,
  /** The sidebar is icons alone. */
  icons: ({ sm, xl }: Breakpoints) => `(min-width: ${sm}) and (not (min-width: ${xl}))`,
  /** There is room for a column beside a form. */
  roomy: ({ lg }: Breakpoints) => `(min-width: ${lg})`,
  wide: ({ xl }: Breakpoints) => `(min-width: ${xl})`,
  /** There is room for a column beside what waits. */
  beside: () => '(min-width: 87.5em)',
  /** The columns of the specification stand as a table (B13). */
  table: () => '(min-width: 64em)',
}

/** Whether the window is that narrow or wide; known before the first paint. */
export const useWidth = (width: keyof typeof QUERIES): boolean =>
  useMediaQuery(QUERIES[width](useMantineTheme().breakpoints), undefined, { getInitialValueInEffect: false }) ?? false
