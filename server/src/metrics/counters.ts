import type { AccessOutcome } from 'contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Labels, type MetricFamily, secondsOf } from './text.ts'

/** In seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  labels: Labels
  within: number[]
  count: number
  sum: number
}

/** Further people are counted together. */
const MAX_PERSONS = 1_000

export class Counters {
  readonly #requests = new Map<string, Series>()
  readonly #signIns: Record<AccessOutcome, number> = { seen: 0, forbidden: 0, not_found: 0, signed_out: 0, throttled: 0, code_asked: 0 }
  readonly #refusedFiles = new Map<string, { labels: Labels; value: number }>()
  #sweptAt: Date | undefined

  /** By the route's template, never by address (T60). Streams are left out: they last as long as a screen is open. */
  countRequest(request: FastifyRequest, reply: FastifyReply): void {
    if (reply.getHeader('content-type') === 'text/event-stream') return
    const route = request.routeOptions.url ?? 'none'
    const labels = { method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` }
    const name = Object.values(labels).join(' ')
    const series = this.#requests.get(name) ?? { labels, within: BUCKETS.map(() => 0), count: 0, sum: 0 }
    this.#requests.set(name, series)
    const seconds = reply.elapsedTime / 1_000
    series.within = series.within.map((count, place) => count + Number(seconds <= (BUCKETS[place] ?? 0)))
    series.count++
    series.sum += seconds
  }

  countSignIn(outcome: AccessOutcome): void {
    this.#signIns[outcome]++
  }

  /** `person` is an account's id, which tells nothing without the database. */
  countRefusedFile(reason: string, person: string): void {
    const known = this.#refusedFiles.has(`${reason} ${person}`) || this.#refusedFiles.size < MAX_PERSONS
    const labels = { reason, person: known ? person : 'others' }
    const name = Object.values(labels).join(' ')
    this.#refusedFiles.set(name, { labels, value: (this.#refusedFiles.get(name)?.value ?? 0) + 1 })
  }

  noteSweep(moment: Date): void {
    this.#sweptAt = moment
  }

  families(): MetricFamily[] {
    return [
      {
        name: 'portal_http_request_duration_seconds',
        type: 'histogram',
        help: 'How long answers took, by the template of their route',
        samples: [...this.#requests.values()].flatMap(samplesOf),
      },
      {
        name: 'portal_sign_ins_total',
        type: 'counter',
        help: 'Sign-ins by how they ended, as the access journal names it',
        samples: Object.entries(this.#signIns).map(([outcome, value]) => ({ labels: { outcome }, value })),
      },
      {
        name: 'portal_files_refused_total',
        type: 'counter',
        help: 'Files refused for what is inside them, by reason and account',
        samples: [...this.#refusedFiles.values()],
      },
      {
        name: 'portal_sweep_timestamp_seconds',
        type: 'gauge',
        help: 'When the hourly clean-up last finished; 0: not yet',
        samples: [{ value: secondsOf(this.#sweptAt) }],
      },
    ]
  }
}

const samplesOf = ({ labels, within, count, sum }: Series) => [
  ...within.map((value, place) => ({ suffix: '_bucket', labels: { ...labels, le: String(BUCKETS[place]) }, value })),
  { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
  { suffix: '_sum', labels, value: sum },
  { suffix: '_count', labels, value: count },
]
