import { type MantineTheme, useMantineTheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'

type Breakpoints = MantineTheme['breakpoints']

/** The breakpoints of the theme at which a screen has other elements, such as rows instead of a table. */
const QUERIES = {
  phone: ({ sm }: Breakpoints) => `not all and (min-width: ${sm})`,
  roomy: ({ lg }: Breakpoints) => `(min-width: ${lg})`,
  wide: ({ xl }: Breakpoints) => `(min-width: ${xl})`,
}

/** Whether the window is that narrow or wide; known before the first paint. */
export const useWidth = (width: keyof typeof QUERIES): boolean =>
  useMediaQuery(QUERIES[width](useMantineTheme().breakpoints), undefined, { getInitialValueInEffect: false }) ?? false
