import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/growing.md'), 'utf8')
const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The rows with a result that they are from. */
const rows = page
  .split('\n')
  .filter((line) => line.includes('](../bench/results/'))
  .map(cellsOf)

describe('docs/growing.md', () => {
  it('takes each measured figure from the result that it names, of that number of applications', () => {
    expect(rows.length).toBeGreaterThan(10)
    for (const [applications = '', scenario = '', perSecond, p50, p99, cpu, from = ''] of rows) {
      const file = join(root, 'docs', /\((.*)\)/.exec(from)?.[1] ?? '')
      const lines = readFileSync(file, 'utf8').split('\n')
      expect(lines[0]).toContain(`Throughput at ${applications} applications`)
      const heads = cellsOf(lines.find((line) => line.startsWith('| scenario')) ?? '')
      const found = cellsOf(lines.find((line) => line.startsWith(`| ${scenario} |`)) ?? '')
      const of = (head: string) => found[heads.findIndex((each) => each.startsWith(head))]
      expect([scenario, of('portal/s')?.split(' ')[0], of('p50'), of('p99'), of('CPU')]).toEqual([scenario, perSecond, p50, p99, cpu])
    }
  })

  it('names metrics and files that there are', () => {
    const drawn = readFileSync(join(root, 'docs/dashboard.json'), 'utf8')
    for (const [metric] of page.matchAll(/\bportal_\w+/g)) expect(drawn).toContain(metric)
    for (const [, file = ''] of page.matchAll(/\]\(([\w./-]+)\)/g))
      expect([file, existsSync(join(root, 'docs', file))]).toEqual([file, true])
    for (const [file] of page.matchAll(/\bdeploy\/[\w.]+\w/g)) expect([file, existsSync(join(root, file))]).toEqual([file, true])
  })
})
