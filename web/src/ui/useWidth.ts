import { useMediaQuery } from '@mantine/hooks'

/** The breakpoints of the theme at which a screen has other elements, such as rows instead of a table. */
const WIDTHS = { phone: '(max-width: 48em)', roomy: '(min-width: 72em)', wide: '(min-width: 84em)' }

/** Whether the window is that narrow or wide; known before the first paint. */
export const useWidth = (width: keyof typeof WIDTHS): boolean =>
  useMediaQuery(WIDTHS[width], undefined, { getInitialValueInEffect: false }) ?? false
