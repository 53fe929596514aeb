import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { theme } from '../src/theme.ts'

const src = join(import.meta.dirname, '../src')
const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => ({ name, css: readFileSync(join(src, name), 'utf8') }))

/** Which scale of the theme a property takes its values from. */
const SCALES = [
  { properties: /^font-size$/, scale: theme.fontSizes, variable: 'font-size' },
  { properties: /^((row-|column-)?gap|(padding|margin)(-.*)?)$/, scale: theme.spacing, variable: 'spacing' },
  { properties: /^border-.*radius$/, scale: theme.radius, variable: 'radius' },
]

/** Lengths that a token has a name for. */
function literals(css: string): string[] {
  return [...css.matchAll(/^\s*([a-z-]+):([^;{}]*);/gm)].flatMap(([line, property = '', value = '']) => {
    const found = SCALES.find(({ properties }) => properties.test(property))
    const token = Object.entries(found?.scale ?? {}).find(([, length]) => value.split(/[\s(),]+/).includes(String(length)))
    return found && token ? [`${line.trim()} is var(--mantine-${found.variable}-${token[0]})`] : []
  })
}

describe('Every style sheet', () => {
  it('names a size, a space or a radius by its token where there is one', () => {
    expect(literals('.a { padding: 0.5rem 3px; }\n  gap: 0.375rem 1rem;\n')).toEqual(['gap: 0.375rem 1rem; is var(--mantine-spacing-md)'])
    expect(sheets.length).toBeGreaterThan(20)
    expect(sheets.flatMap(({ name, css }) => literals(css).map((each) => `${name}: ${each}`))).toEqual([])
  })

  it('changes at breakpoints of the theme alone', () => {
    const known = Object.values(theme.breakpoints ?? {})
    const widths = sheets.flatMap(({ name, css }) =>
      [...css.matchAll(/@media[^{]*-width: ([^)]+)\)/g)].map(([, width = '']) => ({ name, width })),
    )
    expect(widths.filter(({ width }) => !known.includes(width))).toEqual([])
  })
})
