import { type Measured, median, portalOf, type Results, ratioOf } from './throughput/figures.ts'
import { keep, readAll } from './throughput/results.ts'

// Whether the portal is as fast with many applications as with few: the newest run of `throughput` of each size, scenario by scenario.
const [FEW, MANY, MOST] = [1_000, 100_000, 1_000_000]
/** Of the ratio to limit 2, which reads as many rows: a company of a small portal has fewer. */
const SAME = 0.75
/** Of the p50 at `MANY`. */
const SEARCHED = 2

const runs = readAll()

interface Found {
  measured: Measured
  results: Results
}

function newestOf(applications: number, name: string): Found | undefined {
  for (const results of runs.filter((each) => each.applications === applications)) {
    const measured = results.measured.find((each) => each.name === name)
    if (measured && portalOf(measured).length > 0) return { measured, results }
  }
  return undefined
}

function cellOf(found: Found | undefined): string {
  if (!found) return '–'
  const portal = portalOf(found.measured)
  return `${median(portal, 'perSecond').toFixed(0)}/s, ${ratioOf(found.measured).toFixed(2)}, ${median(portal, 'p50').toFixed(0)} ms`
}

/** What a scenario misses; undefined where nothing is asked of it. */
function missedBy(name: string, few: Found | undefined, many: Found | undefined, most: Found | undefined): string[] | undefined {
  if (/^[LAPOE] /.test(name)) {
    if (!few || !most) return ['not measured at both ends']
    const share = ratioOf(most.measured) / ratioOf(few.measured)
    return share >= SAME ? [] : [`its ratio at ${MOST.toLocaleString('en')} is ${share.toFixed(2)} of that at ${FEW.toLocaleString('en')}`]
  }
  if (!name.startsWith('S ')) return undefined
  if (!many || !most) return ['not measured at both ends']
  const times = median(portalOf(most.measured), 'p50') / median(portalOf(many.measured), 'p50')
  return times <= SEARCHED ? [] : [`its p50 at ${MOST.toLocaleString('en')} is ${times.toFixed(1)} × that at ${MANY.toLocaleString('en')}`]
}

const names = [...new Set(runs.flatMap(({ measured }) => measured.map(({ name }) => name)))]
const missed: string[] = []
const lines = names.map((name) => {
  const found = [newestOf(FEW, name), newestOf(MANY, name), newestOf(MOST, name)] as const
  const why = missedBy(name, ...found)
  missed.push(...(why ?? []).map((each) => `${name}: ${each}`))
  return `| ${[name, ...found.map(cellOf), why === undefined ? '' : why.length > 0 ? '**no**' : 'yes'].join(' | ')} |`
})
const sources = [...new Set(names.flatMap((name) => [FEW, MANY, MOST].flatMap((size) => newestOf(size, name)?.results.at ?? [])))].sort()
const columns = ['scenario', ...[FEW, MANY, MOST].map((size) => size.toLocaleString('en')), 'the same']
const parts = [
  '# The same at every size',
  `Answers a second, ratio to limit 2, p50. Runs of ${sources.join(', ')}.`,
  `| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}\n${lines.join('\n')}`,
  missed.length > 0 ? `## Missed\n\n${missed.map((each) => `- ${each}`).join('\n')}` : 'All sizes are the same.',
]
keep(`sizes-${new Date().toISOString().slice(0, 10)}`, parts)
console.log(parts.join('\n\n'))
process.exitCode = missed.length > 0 ? 1 : 0
