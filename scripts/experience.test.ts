import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const rows = read('docs/experience.md').match(/^\| .* \| (?:yes|part) \| .*$/gm) ?? []
const lines = rows.flatMap((row) => /^\| U(\d+) /.exec(row)?.[1] ?? []).map(Number)

/** `shell “a”, “b”; axe` and so on: each file with what is quoted of it. */
const proofs = rows.flatMap((row) => {
  const [line = '', , proven = ''] = row.slice(2).split(' | ')
  return proven.split('; ').flatMap((proof) => {
    const [file = ''] = /^`[^`]+`|^[\w-]+/.exec(proof) ?? []
    return [{ line, file: file.startsWith('`') ? file.slice(1, -1) : `e2e/${file}.spec.ts`, titles: proof.match(/(?<=“)[^”]+/g) ?? [] }]
  })
})

describe('docs/experience.md', () => {
  it('has a row for each line', () => {
    expect(lines).toEqual(Array.from({ length: 79 }, (_, index) => index + 1))
  })

  it('names tests that are there', () => {
    const lost = proofs.filter(({ file, titles }) => !existsSync(join(root, file)) || titles.some((title) => !read(file).includes(title)))
    expect(proofs.length).toBeGreaterThan(rows.length)
    expect(lost).toEqual([])
  })
})
