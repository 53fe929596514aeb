import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core'

const brand: MantineColorsTuple = [
  '#EAF5F1',
  '#D6EBE4',
  '#A9D6C8',
  '#7CC4AF',
  '#4FB79C',
  '#2F9C82',
  '#1C826A',
  '#116C57',
  '#0B5D4B',
  '#08473A',
]
const red: MantineColorsTuple = [
  '#FCEEEC',
  '#F9DAD6',
  '#F2B5AD',
  '#EE9F94',
  '#EC8E81',
  '#D9594B',
  '#C93F31',
  '#B9301F',
  '#A8261B',
  '#821B12',
]
const gray: MantineColorsTuple = [
  '#FAF9F6',
  '#F4F2EC',
  '#ECE9E1',
  '#E7E3DA',
  '#CFC9BC',
  '#A8A296',
  '#7D786E',
  '#5E5A52',
  '#403D37',
  '#1D211F',
]
const dark: MantineColorsTuple = [
  '#ECEEE9',
  '#C9CDC5',
  '#A3A99F',
  '#8D948A',
  '#3A423C',
  '#2B312D',
  '#1E2320',
  '#191D1A',
  '#121513',
  '#0B0D0C',
]

const FONTS = '"IBM Plex Sans", "Plex Fallback", system-ui, sans-serif'

/** Adapts Mantine to the product. Values that follow the colour scheme are in tokens.css. */
export const theme = createTheme({
  colors: { brand, red, gray, dark },
  primaryColor: 'brand',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  black: '#1D211F',
  white: '#FFFFFF',
  fontFamily: FONTS,
  fontFamilyMonospace: 'ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace',
  headings: {
    fontFamily: FONTS,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '2rem' },
      h2: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h3: { fontSize: '1rem', lineHeight: '1.5rem' },
      h4: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  // `note` is the size of remarks. Lines of note and sm are 20 px high, of md 24, lg 28, xl 32. `row` and `prose` are heights for any size.
  fontSizes: { xs: '0.75rem', note: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.5rem' },
  lineHeights: {
    xs: '1.35',
    note: `${20 / 13}`,
    sm: `${20 / 14}`,
    md: '1.5',
    lg: '1.4',
    xl: `${4 / 3}`,
    row: '1.25rem',
    prose: '1.375rem',
  },
  spacing: { '2xs': '0.25rem', xs: '0.5rem', sm: '0.75rem', md: '1rem', ml: '1.25rem', lg: '1.5rem', xl: '2rem' },
  // One pixel above the `max-width` of style sheets, so that at no width both speak.
  breakpoints: { xs: '36.0625em', sm: '48.0625em', md: '62.0625em', lg: '72.0625em', xl: '80em' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.625rem', lg: '0.625rem', xl: '2rem' },
  defaultRadius: 'sm',
  shadows: {
    xs: 'none',
    sm: 'none',
    md: 'var(--float-shadow)',
    lg: 'var(--float-shadow)',
    xl: 'var(--float-shadow)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Filled surfaces are light in the dark scheme, but Mantine 9.7.3 chooses the text colour for the light scheme's shade.
  variantColorResolver: (input) => {
    const resolved = defaultVariantColorsResolver(input)
    return input.variant === 'filled' ? { ...resolved, color: 'var(--filled-ink)' } : resolved
  },
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    // A closed list is not in the page; otherwise a label would name both the field and its list.
    Combobox: { defaultProps: { keepMounted: false } },
    // The hint stands below the input, so that inputs side by side stay on one line.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
    Button: { styles: { label: { fontWeight: 500 } } },
    Modal: {
      defaultProps: { radius: 'md', overlayProps: { backgroundOpacity: 0.45 }, transitionProps: { duration: 140 }, centered: true },
    },
    // A header inside a dialog is not the banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Drawer: { defaultProps: { transitionProps: { duration: 160 } } },
    Paper: { defaultProps: { radius: 'md' } },
    Tooltip: { defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: false } } },
  },
})

const shared = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled-color': 'var(--muted)',
}

/** Muted text and placeholders have a contrast of 4.5:1 on page and surface in both schemes. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...shared,
    '--mantine-color-error': 'var(--mantine-color-red-8)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-color-disabled': 'var(--mantine-color-gray-2)',
  },
  dark: {
    ...shared,
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    // Mantine's are all but white.
    '--mantine-color-red-light-color': 'var(--red-text)',
    '--mantine-color-brand-light-color': 'var(--link)',
    '--mantine-color-default-hover': 'var(--mantine-color-dark-6)',
    '--mantine-color-disabled': 'var(--mantine-color-dark-6)',
  },
})
