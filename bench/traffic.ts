import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CrowdedPortal, Viewer } from '../test/crowdedPortal.ts'
import { WALKS } from './walks.ts'

interface Answer {
  status: number
  ms: number
  bytes: number
}

interface Wanted {
  agent: Agent
  headers?: Record<string, string | number>
  /** Sent as the body of a POST. */
  body?: Buffer
}

/** One request, timed from its connection to the end of the answer; status 0 for a lost connection. */
export function ask(address: string, { agent, headers = {}, body }: Wanted): Promise<Answer> {
  let from = performance.now()
  return new Promise((done) => {
    const fail = () => done({ status: 0, ms: performance.now() - from, bytes: 0 })
    const read = (answer: IncomingMessage) => {
      let bytes = 0
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length
      })
      answer.on('end', () => done({ status: answer.statusCode ?? 0, ms: performance.now() - from, bytes })).on('error', fail)
    }
    const sent = request(address, { agent, method: body ? 'POST' : 'GET', headers }, read).on('error', fail)
    sent.once('socket', () => {
      from = performance.now()
    })
    sent.end(body)
  })
}

/** Milliseconds by the name of the call. */
type Times = Map<string, number[]>

export class Measured {
  readonly times: Times = new Map()
  readonly statuses = new Map<number, number>()

  add(name: string, { status, ms }: Pick<Answer, 'status' | 'ms'>): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    const times = this.times.get(name)
    if (times) times.push(ms)
    else this.times.set(name, [ms])
  }
  all = (): number[] => [...this.times.values()].flat()
  /** Answers with an unexpected status. */
  failures = (expected = [200]): number =>
    [...this.statuses].reduce((sum, [status, count]) => sum + (expected.includes(status) ? 0 : count), 0)
}

// As browsers do; compression is part of the work.
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' }

interface Crowd {
  users: number
  ms: number
  /** The mean pause between two calls of a person; each is half to one and a half times as long. */
  pauseMs: number
}

/** So many people walk through the screens for so long. */
export async function drive({ server, viewers }: CrowdedPortal, { users, ms, pauseMs }: Crowd, measured: Measured): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: users })
  const until = performance.now() + ms
  const walk = async (viewer: Viewer, place: number) => {
    const steps = Object.entries(WALKS[viewer.role])
    await sleep((pauseMs * place) / users)
    // Everybody begins at another screen.
    for (let round = Math.floor(Math.random() * 1_000); performance.now() < until; round++) {
      const [name, pathOf] = steps[round % steps.length] ?? []
      const path = pathOf?.(viewer, Math.floor(round / steps.length))
      if (!name || !path) continue
      measured.add(name, await ask(server.origin + path, { agent, headers: { ...viewer.headers, ...BROWSER } }))
      if (pauseMs > 0) await sleep(pauseMs * (0.5 + Math.random()))
    }
  }
  await Promise.all(Array.from({ length: users }, (_, place) => walk(viewers[place % viewers.length] as Viewer, place)))
  agent.destroy()
}

const TICK_MS = 10

interface Flow {
  rps: number
  ms: number
  /** Connections opened before the start, as browsers have: Node accepts one new connection in each turn of its event loop. */
  connections: number
}

/** So many calls a second for so long, however slow the answers are; resolves when all have arrived. */
export async function flow({ server, viewers }: CrowdedPortal, { rps, ms, connections }: Flow, measured: Measured): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections })
  await Promise.all(Array.from({ length: connections }, () => ask(`${server.origin}/healthz`, { agent })))
  const from = performance.now()
  const answers: Promise<void>[] = []
  const send = async (number: number) => {
    const viewer = viewers[number % viewers.length] as Viewer
    const steps = Object.entries(WALKS[viewer.role])
    const round = Math.floor(number / viewers.length)
    const [name = '', pathOf] = steps[(number + round) % steps.length] ?? []
    const path = pathOf?.(viewer, round) ?? '/api/dashboard/stats'
    const answer = await ask(server.origin + path, { agent, headers: { ...viewer.headers, ...BROWSER } })
    measured.add(answer.status === 200 ? name : String(answer.status), answer)
  }
  for (let sent = 0; performance.now() - from < ms; await sleep(TICK_MS)) {
    for (const due = ((performance.now() - from) * rps) / 1_000; sent < due; sent++) answers.push(send(sent))
  }
  await Promise.all(answers)
  agent.destroy()
}

export const percentile = (values: number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * part) - 1] ?? Number.NaN
