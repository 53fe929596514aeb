import type { AccessOutcome } from 'contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Histogram } from './histogram.ts'
import { Jobs } from './jobs.ts'
import { type Labels, type MetricFamily, secondsOf } from './text.ts'

/** Further people are counted together. */
const MAX_PERSONS = 1_000

export class Counters {
  readonly #requests = new Histogram('portal_http_request_duration_seconds', 'How long answers took, by the template of their route')
  readonly #signIns: Record<AccessOutcome, number> = { seen: 0, forbidden: 0, not_found: 0, signed_out: 0, throttled: 0, code_asked: 0 }
  readonly #refusedFiles = new Map<string, { labels: Labels; value: number }>()
  #sweptAt: Date | undefined
  readonly jobs = new Jobs()
  /** Of the document store, by `observeStore`. */
  readonly storeOperations = new Histogram(
    'portal_store_operation_duration_seconds',
    'How long the document store took, by operation and how it ended',
  )
  readonly storeBytes = { write: 0, read: 0 }
  /** By `observePool`. */
  readonly poolWaits = new Histogram(
    'portal_database_wait_seconds',
    'How long statements and transactions waited for a connection of the pool',
  )

  /** By the route's template, never by address (T60). Streams are left out: they last as long as a screen is open. */
  countRequest(request: FastifyRequest, reply: FastifyReply): void {
    if (reply.getHeader('content-type') === 'text/event-stream') return
    const route = request.routeOptions.url ?? 'none'
    this.#requests.observe({ method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` }, reply.elapsedTime / 1_000)
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
    const { write, read } = this.storeBytes
    return [
      this.#requests.family(),
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
      this.poolWaits.family(),
      this.storeOperations.family(),
      {
        name: 'portal_store_bytes_total',
        type: 'counter',
        help: 'Bytes of documents that the store took and gave',
        samples: [
          { labels: { operation: 'write' }, value: write },
          { labels: { operation: 'read' }, value: read },
        ],
      },
      ...this.jobs.families(),
    ]
  }
}
