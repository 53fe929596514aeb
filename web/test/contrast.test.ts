import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '../src/tokens.css'), 'utf8')

/** The colours that a block of the style sheet names. */
function colorsOf(head: string): Record<string, string> {
  const block = css.split(`\n${head} {\n`)[1]?.split('\n}')[0] ?? ''
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', color = '']) => [name, color]))
}

const light = colorsOf(':root')
const SCHEMES = { light, dark: { ...light, ...colorsOf(':root[data-mantine-color-scheme="dark"]') } }
/** Found words stand on it in plain ink alone. */
const MARK = 'mark-ground'

function luminance(color: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

/** What is less than the least, of each of these on each of those. */
const below = (least: number, colors: Record<string, string>, shown: string[], grounds: string[]) =>
  shown.flatMap((each) =>
    grounds
      .filter((ground) => !(contrast(colors[each] ?? '', colors[ground] ?? '') >= least))
      .map((ground) => `${each} on ${ground}: ${contrast(colors[each] ?? '', colors[ground] ?? '').toFixed(2)}`),
  )

describe.each(Object.entries(SCHEMES))('The colours of the %s scheme (U14)', (_, colors) => {
  const names = Object.keys(colors)
  const grounds = names.filter((name) => name === 'page' || name === 'surface' || name === 'sunken' || name.endsWith('-ground'))
  const texts = ['ink', 'muted', 'link', 'accent', ...names.filter((name) => name.endsWith('-text'))]

  it('tell every text from every ground', () => {
    expect([grounds.length, texts.length]).toEqual([15, 14])
    expect(
      below(
        4.5,
        colors,
        texts,
        grounds.filter((ground) => ground !== MARK),
      ),
    ).toEqual([])
    expect(below(4.5, colors, ['ink'], [MARK])).toEqual([])
    expect(below(4.5, { ...colors, faint: '#808080' }, ['faint'], ['surface'])).toHaveLength(1)
  })

  it('tell the focus from everything that can have it, and a control from its ground', () => {
    expect(below(3, colors, ['focus'], grounds)).toEqual([])
    expect(below(3, colors, ['control'], ['page', 'surface'])).toEqual([])
  })
})
