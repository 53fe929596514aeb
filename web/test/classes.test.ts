import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const src = join(import.meta.dirname, '../src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((name) => join(src, name))
const IMPORT = /import (\w+) from '(\.[^']+\.module\.css)'/g

/** Each class that a part names, with the sheet it means. */
const named = files
  .filter((name) => name.endsWith('.tsx'))
  .flatMap((file) => {
    const code = readFileSync(file, 'utf8')
    return [...code.matchAll(IMPORT)].flatMap(([, object = '', path = '']) =>
      [...code.matchAll(new RegExp(`\\b${object}\\.(\\w+)`, 'g'))].map(([, name = '']) => ({
        sheet: resolve(dirname(file), path),
        name,
      })),
    )
  })

/** In TypeScript a class that is not there is only undefined: what names it loses its look, and nothing tells. */
it('finds each class that a part names in its style sheet', () => {
  expect(named.length).toBeGreaterThan(100)
  const missing = named.filter(({ sheet, name }) => !new RegExp(`\\.${name}\\b`).test(readFileSync(sheet, 'utf8')))
  expect(missing).toEqual([])
})
