import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { theme } from '../src/theme.ts'
import { WIDTHS } from '../src/ui/useWidth.ts'

const src = join(import.meta.dirname, '../src')
const readAll = (extension: string) =>
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => ({ name, text: readFileSync(join(src, name), 'utf8') }))
const sheets = readAll('.css')

/** Which scale of the theme a property of CSS and a property of Mantine's parts takes its values from. */
const SCALES = [
  { properties: /^font-size$/, props: /^fz$/, scale: theme.fontSizes, variable: 'font-size' },
  {
    properties: /^((row-|column-)?gap|(padding|margin)(-.*)?)$/,
    props: /^([mp][trblxyse]?|gap|rowGap|columnGap|spacing|verticalSpacing)$/,
    scale: theme.spacing,
    variable: 'spacing',
  },
  { properties: /^line-height$/, props: /^lh$/, scale: theme.lineHeights, variable: 'line-height' },
  { properties: /^border-.*radius$/, props: /^(bdrs|radius)$/, scale: theme.radius, variable: 'radius' },
]

/** Lengths that a token has a name for. */
function literals(css: string): string[] {
  return [...css.matchAll(/^\s*([a-z-]+):([^;{}]*);/gm)].flatMap(([line, property = '', value = '']) => {
    const found = SCALES.find(({ properties }) => properties.test(property))
    const token = Object.entries(found?.scale ?? {}).find(([, length]) => value.split(/[\s(),]+/).includes(String(length)))
    return found && token ? [`${line.trim()} is var(--mantine-${found.variable}-${token[0]})`] : []
  })
}

/** Lengths of Mantine's style props that a token has a name for; numbers are pixels. */
function literalProps(tsx: string): string[] {
  return [...tsx.matchAll(/\b(\w+)=(?:"([^"]*)"|\{([^}]*)\})/g)].flatMap(([prop, name = '', text = '', expression = '']) => {
    const found = SCALES.find(({ props }) => props.test(name))
    const strings = [text, ...[...expression.matchAll(/'([^']*)'/g)].map(([, value = '']) => value)]
    const numbers = [...expression.replace(/'[^']*'/g, '').matchAll(/\d+/g)].map(([pixels]) => `${Number(pixels) / 16}rem`)
    const lengths = [...strings, ...numbers].map((length) => length.replace(/^-/, ''))
    return Object.entries(found?.scale ?? {})
      .filter(([, length]) => lengths.includes(String(length)))
      .map(([token]) => `${prop} is ${token}`)
  })
}

describe('Every style sheet', () => {
  it('names a size, a space, a line or a radius by its token where there is one', () => {
    expect(literals('.a { padding: 0.5rem 3px; }\n  gap: 0.375rem 1rem;\n')).toEqual(['gap: 0.375rem 1rem; is var(--mantine-spacing-md)'])
    expect(sheets.length).toBeGreaterThan(20)
    expect(sheets.flatMap(({ name, text }) => literals(text).map((each) => `${name}: ${each}`))).toEqual([])
  })

  it('changes where the screens do, and nowhere else', () => {
    const firsts = Object.values(theme.breakpoints ?? {}).map(String)
    const all = [...firsts.map((first) => `${Number.parseFloat(first) - 1 / 16}em`), ...Object.values(WIDTHS)]
    const isKnown = (side: string, width: string) => all.includes(width) || (side === 'min' && firsts.includes(width))
    const widths = sheets.flatMap(({ name, text }) =>
      [...text.matchAll(/@media[^{]*(min|max)-width: ([^)]+)\)/g)].map(([, side = '', width = '']) => ({ name, side, width })),
    )
    expect(widths.filter(({ side, width }) => !isKnown(side, width))).toEqual([])
  })
})

it('Every part names a size, a space, a line or a radius by its token where there is one', () => {
  const planted = `<Box mt={12} mb={14} p={{ base: '1rem', sm: 24 }} mx="-0.5rem" w={16} fz="0.9rem" />`
  expect(literalProps(planted)).toEqual([
    'mt={12} is sm',
    "p={{ base: '1rem', sm: 24 } is md",
    "p={{ base: '1rem', sm: 24 } is lg",
    'mx="-0.5rem" is xs',
  ])
  expect(readAll('.tsx').flatMap(({ name, text }) => literalProps(text).map((each) => `${name}: ${each}`))).toEqual([])
})
