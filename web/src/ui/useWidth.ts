import { type MantineTheme, useMantineTheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'

type Breakpoints = MantineTheme['breakpoints']

/** Beside the breakpoints of the theme. */
export const WIDTHS = {
  /** There is room for a column beside what waits, or a case beside the list. */
  beside: '87.5em',
  /** The columns of the specification stand as a table (B13). */
  table: '64em',
  /** So does a further column. */
  further: '100em',
  /** A small phone, on which less stands in a row; of style sheets alone. */
  small: '24em',
}

/** The breakpoints at which a screen has other elements, such as rows instead of a table. Paper, which counts as narrow, is no phone. */
const QUERIES = {
  phone: ({ sm }: Breakpoints) => `screen and (not (min-width: ${sm}))`,
  /** The sidebar is icons alone. */
  icons: ({ sm, xl }: Breakpoints) => `(min-width: ${sm}) and (not (min-width: ${xl}))`,
  /** There is room for a column beside a form. */
  roomy: ({ lg }: Breakpoints) => `(min-width: ${lg})`,
  wide: ({ xl }: Breakpoints) => `(min-width: ${xl})`,
  beside: () => `(min-width: ${WIDTHS.beside})`,
  table: () => `print, (min-width: ${WIDTHS.table})`,
  further: () => `(min-width: ${WIDTHS.further})`,
}

/** Whether the window is that narrow or wide; known before the first paint. */
export const useWidth = (width: keyof typeof QUERIES): boolean =>
  useMediaQuery(QUERIES[width](useMantineTheme().breakpoints), undefined, { getInitialValueInEffect: false }) ?? false
