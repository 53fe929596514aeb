import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, type Input, pathOf, type Reply } from 'contract'

/** One request of many; status 0 where no answer came. */
export interface Try {
  call: string
  from: number
  to: number
  status: number
  /** Which server answered. */
  server: string | undefined
  /** Why the portal refused. */
  detail: string | undefined
  /** The proxy may send it to another server, and has all of it. */
  repeatable: boolean
}

/** HAProxy keeps 16 KB with the headers. */
const KEPT_BYTES = 14_000

interface Answer<C> {
  status: number
  server: string | undefined
  reply: Reply<C>
}

export type Person = ReturnType<typeof personAt>

/** As browsers wait, and a little less, so that a run is short. */
const REPEAT_MS = 300
const AWAY = new Set([0, 502, 503, 504])
const UNDER_WAY = 'The same request is still under way'
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 10_000 })

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

function sent(address: string, method: string, headers: Record<string, string>, body: Buffer | string | undefined) {
  return new Promise<{ status: number; server: string | undefined; bytes: Buffer }>((resolve) => {
    const lost = () => resolve({ status: 0, server: undefined, bytes: Buffer.alloc(0) })
    const asked = request(address, { agent, method, headers }, (answer) => {
      const server = answer.headers['x-served-by']
      bytesOf(answer).then((bytes) => resolve({ status: answer.statusCode ?? 0, server: server ? String(server) : undefined, bytes }), lost)
    })
    asked.on('error', lost)
    asked.end(body)
  })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A signed-in person behind the proxy, who sends again what was not answered, with the same key. */
export function personAt(origin: string, cookie: string, tries: Try[]) {
  const once = async <C extends Call>(call: C, input: Input<C>, more: Record<string, string>): Promise<Answer<C>> => {
    const { params, query, body } = input as { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
    const headers: Record<string, string> = { cookie, ...(body !== undefined && { 'content-type': 'application/json' }), ...more }
    const bytes = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    if (bytes !== undefined) headers['content-length'] = String(Buffer.byteLength(bytes))
    const from = performance.now()
    const { bytes: received, ...answer } = await sent(
      `${origin}/api${pathOf(call, params)}?${new URLSearchParams(query)}`,
      call.method,
      headers,
      bytes,
    )
    const reply = parsed(received.toString())
    const detail = answer.status >= 400 ? (reply as { detail?: string } | undefined)?.detail : undefined
    const mayTwice = call.method === 'GET' || 'idempotency-key' in headers
    const repeatable = mayTwice && Number(headers['content-length'] ?? 0) < KEPT_BYTES
    tries.push({ ...{ call: call.name, from, to: performance.now(), repeatable, detail }, status: answer.status, server: answer.server })
    return { status: answer.status, server: answer.server, reply: reply as Reply<C> }
  }
  return {
    cookie,
    /** The bytes at an address of the API; undefined for a refusal. */
    async bytes(path: string): Promise<Buffer | undefined> {
      const { status, bytes } = await sent(`${origin}/api${path}`, 'GET', { cookie }, undefined)
      return status === 200 ? bytes : undefined
    },
    /** Until it is done or refused; the refusals of a moment are none. */
    async send<C extends Call>(call: C, input: Input<C>, more: Record<string, string> = {}): Promise<Answer<C> & { repeats: number }> {
      const headers = { ...more, ...(call.idempotent && { 'idempotency-key': randomUUID() }) }
      for (let repeats = 0; ; repeats++) {
        const answer = await once(call, input, headers)
        const waits = answer.status === 409 && (answer.reply as { detail?: string } | undefined)?.detail === UNDER_WAY
        if (!AWAY.has(answer.status) && !waits) return { ...answer, repeats }
        await sleep(REPEAT_MS * (0.5 + Math.random()))
      }
    },
  }
}
