import { limitOf, type Measured, median, portalOf, type Results, ratioOf } from './figures.ts'

interface Judgement {
  /** What it must reach, as it stands in the table. */
  wanted: string
  /** What was missed. */
  why?: string
}

/** Least ratios to limit 2, by the first words of the scenario. */
const RATIOS: [string, number][] = [
  ['W submit, one company', 0.08],
  ['W', 0.15],
  ['T', 0.3],
  ['V', 0.3],
  ['C', 0.4],
  ['M', 0.4],
  ['B', 0.4],
  ['J', 0.4],
  ['F', 0.5],
  ['', 0.6],
]
/** The ratios hold at this size; at others they are the same within a quarter. */
const SIZE = 100_000
const OF_OTHER_SIZES = 0.75
/** Of L's answers a second, at any size. */
const OF_LISTS = 0.5
/** Of one commit after the other, where the disk allows less than the ratio. */
const OF_DISK = 0.6
const MEMORY = { rest: 150, peak: 250 }
const MAX_HEARD_MS = 1_000

const isOfLists = ({ name }: Measured) => /^[DGR] /.test(name)
function leastRatio(name: string, applications: number): number {
  const least = RATIOS.find(([start]) => name.startsWith(start))?.[1] ?? 1
  return applications === SIZE ? least : Number((least * OF_OTHER_SIZES).toFixed(3))
}

export function judge(measured: Measured, results: Results): Judgement {
  const refused = measured.targets.flatMap(({ name, figures }) => {
    const count = figures.reduce((sum, each) => sum + each.refused, 0)
    return count > 0 ? [`${name} refused ${count}`] : []
  })
  const { wanted, why } = isOfLists(measured) ? besideLists(measured, results) : besideLimit(measured, results)
  const faults = [...(measured.fault ? [measured.fault] : []), ...refused, ...(why ? [why] : [])]
  return { wanted, ...(faults.length > 0 && { why: faults.join('; ') }) }
}

function besideLimit(measured: Measured, { disk, applications }: Results): Judgement {
  const least = leastRatio(measured.name, applications)
  const [rate, ratio] = [median(portalOf(measured), 'perSecond'), ratioOf(measured)]
  const enough = (OF_DISK * 1_000) / (disk.sync + disk.roundTrip)
  const isOneByOne = measured.name.startsWith('W submit, one company')
  const wanted = isOneByOne ? `${least} or ${enough.toFixed(0)}/s` : String(least)
  // Not a number where nothing was answered.
  if (ratio >= least || (isOneByOne && rate >= enough)) return { wanted }
  const limit = median(limitOf(measured), 'perSecond')
  return { wanted, why: `${rate.toFixed(1)}/s beside ${limit.toFixed(1)}/s is ${ratio.toFixed(2)}, at least ${wanted}` }
}

function besideLists(measured: Measured, { measured: all }: Results): Judgement {
  const lists = all.find(({ name }) => name.startsWith('L '))
  const wanted = `${OF_LISTS} × L`
  if (!lists) return { wanted, why: 'L was not measured in this run' }
  const [rate, ofLists] = [median(portalOf(measured), 'perSecond'), median(portalOf(lists), 'perSecond')]
  if (rate >= OF_LISTS * ofLists) return { wanted }
  return { wanted, why: `${rate.toFixed(1)}/s is ${(rate / ofLists).toFixed(2)} of L, at least ${OF_LISTS}` }
}

/** All that a run missed. */
export function judgeAll(results: Results): string[] {
  const { measured, streams, rest, applications } = results
  const missed = measured.flatMap((each) => {
    const { why } = judge(each, results)
    return why ? [`${each.name}: ${why}`] : []
  })
  const peak = Math.max(...measured.map(({ memory }) => memory), streams?.memory ?? 0)
  if (rest !== undefined && !(rest <= MEMORY.rest)) missed.push(`memory at rest: ${rest.toFixed(0)} MB, at most ${MEMORY.rest}`)
  if (!(peak <= MEMORY.peak)) missed.push(`memory under load: ${peak.toFixed(0)} MB, at most ${MEMORY.peak}`)
  if (streams && !(streams.p99 < MAX_HEARD_MS)) missed.push(`X: p99 ${streams.p99.toFixed(0)} ms, less than ${MAX_HEARD_MS}`)
  if (streams && streams.unheard + streams.overheard > 0)
    missed.push(`X: ${streams.unheard} changes unheard, ${streams.overheard} heard by others`)
  return missed.map((each) => `${applications.toLocaleString('en')} applications: ${each}`)
}
