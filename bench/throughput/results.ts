import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { limitOf, type Measured, median, portalOf, type Results, ratioOf, type Streams } from './figures.ts'
import { judge } from './judge.ts'
import type { Target } from './turns.ts'

const FOLDER = join(import.meta.dirname, '../results')

/** Keeps a text of those parts beside other results. */
export function keep(name: string, parts: string[]): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${name}.md`), `${parts.filter(Boolean).join('\n\n')}\n`)
}

const digits = (value: number): number => (value < 10 ? 1 : 0)

function ratesOf(rounds: Target['figures']): string {
  if (rounds.length === 0) return '–'
  const rates = rounds.map(({ perSecond }) => perSecond)
  const [least, most] = [Math.min(...rates), Math.max(...rates)]
  const middle = median(rounds, 'perSecond')
  return `${middle.toFixed(digits(middle))} (${least.toFixed(digits(least))}–${most.toFixed(digits(most))})`
}

/** Of Node and of PostgreSQL. */
const cpuOf = (rounds: Target['figures']): string =>
  (['node', 'postgres'] as const)
    .map((part) => (rounds.some((each) => each[part] !== undefined) ? median(rounds, part).toFixed(2) : '–'))
    .join(' + ')

const HEAD = [
  'scenario',
  'portal/s (min–max)',
  'limit 1/s',
  'limit 2/s (min–max)',
  'of limit 2',
  'at least',
  'held',
  'p50 ms',
  'p99 ms',
  'CPU ms, Node + PostgreSQL',
  'of limit 2',
  'MB at most',
]
const rowOf = (columns: string[]): string => `| ${columns.join(' | ')} |`
export const TABLE_HEAD = `${rowOf(HEAD)}\n${rowOf(HEAD.map(() => '---'))}`

export function lineOf(measured: Measured, results: Results): string {
  const { why, wanted } = judge(measured, results)
  const [portal, limit] = [portalOf(measured), limitOf(measured)]
  const first = measured.targets.find(({ name }) => name === 'limit 1')?.figures ?? []
  return rowOf([
    measured.name,
    ratesOf(portal),
    first.length > 0 ? median(first, 'perSecond').toFixed(0) : '–',
    ratesOf(limit),
    ratioOf(measured).toFixed(2),
    wanted,
    why === undefined ? 'yes' : '**no**',
    median(portal, 'p50').toFixed(0),
    median(portal, 'p99').toFixed(0),
    cpuOf(portal),
    cpuOf(limit),
    measured.memory.toFixed(0),
  ])
}

/** One file of figures and one to read for each run of a size. */
export function write(results: Results, missed: string[]): void {
  const { at, machine, command, applications, rounds, seconds, measured, streams, rest, disk } = results
  const peak = Math.max(...measured.map(({ memory }) => memory), streams?.memory ?? 0)
  const parts = [
    `# Throughput at ${applications.toLocaleString('en')} applications, ${at}`,
    `${machine}. ${rounds} rounds of ${seconds} s in turns; medians. \`${command}\``,
    `${TABLE_HEAD}\n${measured.map((each) => lineOf(each, results)).join('\n')}`,
    streams ? `X: ${streamsLine(streams)}` : '',
    `Memory of the portal's Node process: ${rest?.toFixed(0) ?? '–'} MB at rest, at most ${peak.toFixed(0)} MB under this load.`,
    `The disk syncs a block in ${disk.sync.toFixed(2)} ms; a statement that reads nothing takes ${disk.roundTrip.toFixed(2)} ms.`,
    missed.length > 0 ? `## Missed\n\n${missed.map((each) => `- ${each}`).join('\n')}` : 'All limits were held.',
  ]
  const name = `throughput-${applications}-${at.replace(':', '-')}`
  keep(name, parts)
  const figures = measured.map((each) => ({ ...each, targets: each.targets.map(({ name, figures }) => ({ name, figures })) }))
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify({ ...results, measured: figures })}\n`)
}

export const streamsLine = ({ streams, heard, p50, p99, unheard, overheard, memory }: Streams): string =>
  `${streams} open streams, 20 changes a second: ${heard} heard, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (at most 1000), ` +
  `${unheard} unheard, ${overheard} heard by others; at most ${memory.toFixed(0)} MB`

/** All runs that were kept, the newest first. */
export const readAll = (): Results[] =>
  readdirSync(FOLDER)
    .filter((name) => /^throughput-\d+-.*\.json$/.test(name))
    .map((name): Results => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')))
    .sort((one, other) => other.at.localeCompare(one.at))
