import type { AccessOutcome } from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Family, Labels } from './text.ts'

/** The bounds of the histogram, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  labels: Labels
  /** How many took no longer than each bound. */
  within: number[]
  count: number
  sum: number
}

/** Of this process, since it started, by the labels in one text. */
const requests = new Map<string, Series>()
const signIns: Record<AccessOutcome, number> = { seen: 0, forbidden: 0, not_found: 0, signed_out: 0, throttled: 0, code_asked: 0 }
/** Files that were not kept for what is inside them, by reason and person. */
const refusedFiles = new Map<string, { labels: Labels; value: number }>()
/** As many people are told apart; the others count together. */
const MOST_PERSONS = 1_000
let sweptAt: Date | undefined

/** Counts each answer by the route's template, never by an address (T60); a stream of changes lasts as long as a screen is open. */
export function countRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (reply.getHeader('content-type') === 'text/event-stream') return
    const route = request.routeOptions.url ?? 'none'
    const labels = { method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` }
    const name = Object.values(labels).join(' ')
    const series = requests.get(name) ?? { labels, within: BOUNDS.map(() => 0), count: 0, sum: 0 }
    requests.set(name, series)
    const seconds = reply.elapsedTime / 1_000
    series.within = series.within.map((count, place) => count + Number(seconds <= (BOUNDS[place] ?? 0)))
    series.count++
    series.sum += seconds
  })
}

export const countSignIn = (outcome: AccessOutcome): void => {
  signIns[outcome]++
}

/** `person` is the id of an account, which is nobody's data without the database. */
export function countRefusedFile(reason: string, person: string): void {
  const known = refusedFiles.has(`${reason} ${person}`) || refusedFiles.size < MOST_PERSONS
  const labels = { reason, person: known ? person : 'others' }
  const name = Object.values(labels).join(' ')
  refusedFiles.set(name, { labels, value: (refusedFiles.get(name)?.value ?? 0) + 1 })
}

/** The hourly sweep came to its end. */
export const noteSweep = (moment: Date): void => {
  sweptAt = moment
}

/** What was counted, as the metrics show it. */
export function countedFamilies(): Family[] {
  const name = 'portal_http_request_duration_seconds'
  const samples = [...requests.values()].flatMap(({ labels, within, count, sum }) => [
    ...within.map((value, place) => ({ suffix: '_bucket', labels: { ...labels, le: String(BOUNDS[place]) }, value })),
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: count },
  ])
  return [
    { name, type: 'histogram', help: 'How long answers took, by the template of their route', samples },
    {
      ...{ name: 'portal_sign_ins_total', type: 'counter', help: 'Sign-ins by how they ended, as the access journal names it' },
      samples: Object.entries(signIns).map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
    {
      ...{ name: 'portal_files_refused_total', type: 'counter', help: 'Files not kept for what is inside them, by reason and account' },
      samples: [...refusedFiles.values()],
    },
    {
      ...{ name: 'portal_sweep_timestamp_seconds', type: 'gauge', help: 'When the hourly sweep last came to its end; 0: not yet' },
      samples: [{ value: secondsOf(sweptAt) }],
    },
  ]
}

export const secondsOf = (moment: Date | undefined): number => (moment?.getTime() ?? 0) / 1_000
