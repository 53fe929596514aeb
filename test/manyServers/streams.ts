import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathOf, streamChanges } from 'contract'
import { type Crowd, placeOf, type Worker } from './people.ts'
import type { Made } from './work.ts'

/** As a browser and the web wait before they connect again. */
const AGAIN_MS = { ended: 2_000, refused: 5_000 }
/** An open stream has this long to tell of a change. */
export const SOON_MS = 1_000

interface Open {
  server: string | undefined
  from: number
  to: number
}

interface Listener {
  worker: Worker
  /** Where the next stream goes on, as a browser has it. */
  place: string
  opened: Open[]
  /** When each record was first heard of. */
  heard: Map<string, number>
  /** When everything on screen was to be loaded again. */
  missed: number[]
}

export interface Told {
  listeners: number
  /** Milliseconds from the acknowledgement, over streams of other servers than the one that answered the change. */
  delays: number[]
  /** Changes that an open stream told too late, outside of a failover. */
  late: string[]
  /** Changes of which somebody was never told. */
  untold: string[]
}

/** Reads the stream until it ends; answers how long to wait then. */
function follow(origin: string, listener: Listener, agent: Agent, signal: AbortSignal): Promise<number> {
  const address = `${origin}/api${pathOf(streamChanges)}?${new URLSearchParams({ after: listener.place })}`
  return new Promise((resolve) => {
    const read = (answer: IncomingMessage) => {
      const one: Open = { server: String(answer.headers['x-served-by']), from: performance.now(), to: Number.POSITIVE_INFINITY }
      if (answer.statusCode !== 200) {
        answer.resume()
        return resolve(AGAIN_MS.refused)
      }
      listener.opened.push(one)
      let rest = ''
      answer.setEncoding('utf8').on('data', (text: string) => {
        const events = `${rest}${text}`.split('\n\n')
        rest = events.pop() ?? ''
        for (const event of events) hear(listener, event)
      })
      const end = () => {
        one.to = performance.now()
        resolve(AGAIN_MS.ended)
      }
      answer.once('end', end).once('error', end).once('close', end)
    }
    const asked = request(address, { agent, headers: { cookie: listener.worker.person.cookie }, signal }, read)
    asked.once('error', () => resolve(AGAIN_MS.refused))
    asked.end()
  })
}

function hear(listener: Listener, event: string): void {
  const { heard, missed } = listener
  const at = performance.now()
  if (event.startsWith('event: missed')) missed.push(at)
  listener.place = /^id: (.+)$/m.exec(event)?.[1] ?? listener.place
  const data = /^data: (.+)/.exec(event)?.[1]
  if (!data) return
  const { noun, id } = JSON.parse(data)
  if (!heard.has(`${noun} ${id}`)) heard.set(`${noun} ${id}`, at)
}

/** Employees see their own case alone, of which none is made here. */
const sees = ({ worker }: Listener, { company_id }: Made): boolean =>
  worker.role === 'admin' || (worker.role === 'company_admin' && worker.firm?.id === company_id)

/** One person of each company, and some administrators. */
export function someOf({ firms, workers }: Crowd): Worker[] {
  const admins = workers.filter(({ role }) => role === 'admin').slice(0, 5)
  return [...admins, ...firms.flatMap((firm) => workers.find((worker) => worker.firm === firm && worker.role === 'company_admin') ?? [])]
}

/** At a time, when thousands open their first screen. */
const OPENING = 50

/** These people have a screen open. */
export async function listen(origin: string, workers: Worker[]) {
  const listeners = workers.map((worker): Listener => ({ worker, place: '', opened: [], heard: new Map(), missed: [] }))
  const stopping = new AbortController()
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
  const running: Promise<void>[] = []
  const run = async (listener: Listener) => {
    while (!stopping.signal.aborted) {
      const wait = await follow(origin, listener, agent, stopping.signal)
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  for (let at = 0; at < listeners.length; at += OPENING) {
    const next = listeners.slice(at, at + OPENING)
    const places = await Promise.all(next.map(({ worker }) => placeOf(worker.person)))
    for (const [at, listener] of next.entries()) listener.place = places[at] ?? ''
    running.push(...next.map(run))
  }
  return {
    openCount: () => listeners.filter(({ opened }) => opened.at(-1)?.to === Number.POSITIVE_INFINITY).length,
    async end(): Promise<void> {
      stopping.abort()
      await Promise.all(running)
      agent.destroy()
    },
    /** `isAway`: the database was, at that moment. */
    judge: (made: Made[], isAway: (at: number) => boolean): Told => judge(listeners, made, isAway),
  }
}

function judge(listeners: Listener[], made: Made[], isAway: (at: number) => boolean): Told {
  const told: Told = { listeners: listeners.length, delays: [], late: [], untold: [] }
  for (const one of made) {
    for (const listener of listeners.filter((each) => sees(each, one))) {
      const at = listener.heard.get(`${one.noun} ${one.id}`)
      if (at === undefined && !listener.missed.some((moment) => moment >= one.from)) told.untold.push(`${one.noun} ${one.id}`)
      const open = listener.opened.find(({ from, to }) => from < one.from && to > one.at + SOON_MS)
      if (!open || isAway(one.from) || isAway(one.at)) continue
      if (at === undefined || at > one.at + SOON_MS) told.late.push(`${one.noun} ${one.id} ${Math.round((at ?? Number.NaN) - one.at)} ms`)
      else if (open.server !== one.server) told.delays.push(Math.max(0, at - one.at))
    }
  }
  return told
}
