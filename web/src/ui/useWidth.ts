import { useMediaQuery } from '@mantine/hooks'

/** Breakpoints of the theme that change what is drawn, not only how: a drawer, two-line rows, a table. */
const WIDTHS = { phone: '(max-width: 48em)', roomy: '(min-width: 72em)', wide: '(min-width: 84em)' }

/** Whether the window is that narrow or that wide; known before the first paint. */
export const useWidth = (width: keyof typeof WIDTHS): boolean =>
  useMediaQuery(WIDTHS[width], undefined, { getInitialValueInEffect: false }) ?? false
