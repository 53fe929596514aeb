import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, FileBody, type Input, pathOf, type Reply } from 'contract'
import { programOf, startedWith } from './program.ts'

const READY = /ready at \S+:(\d+)/

export interface ServerProcess {
  child: ChildProcess
  origin: string
  /** The output so far. */
  output(): string
  /** Ends the process by that signal; answers the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** The real server as a process on a free port, once it is ready; `within` is a command to run it in. */
export async function startServer(
  environment: Record<string, string>,
  within: string[] = [],
  program = programOf('main'),
): Promise<ServerProcess> {
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, TMPDIR, LOG_LEVEL: 'warn', PORT: '0', REGISTRATIONS_PER_ADDRESS: '1000', ...startedWith(), ...environment }
  const [command = '', ...args] = [...within, process.execPath, program]
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const exited = once(child, 'exit')
  while (child.exitCode === null && !READY.test(output)) await sleep(50)
  const port = READY.exec(output)?.[1]
  if (!port) throw new Error(`The server did not start:\n${output}`)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
    return child.exitCode
  }
  return { child, origin: `http://127.0.0.1:${port}`, output: () => output, end }
}

/** A client of a running server with its own cookies; `at` is the same person at another server. */
export function client(origin: string, cookies = { cookie: '' }) {
  return {
    at: (other: string) => client(other, cookies),
    /** The raw answer, for a stream. */
    open: (call: Call, signal: AbortSignal, query: Record<string, string> = {}, more: Record<string, string> = {}) =>
      fetch(`${origin}/api${pathOf(call)}?${new URLSearchParams(query)}`, { headers: { ...cookies, ...more }, signal }),
    cookies,
    /** Sends the bytes of a file; the raw answer. */
    raw: (call: Call, bytes: Buffer, headers: Record<string, string>) =>
      fetch(`${origin}/api${pathOf(call)}`, {
        method: call.method,
        headers: { ...cookies, ...headers },
        body: bytes as Buffer<ArrayBuffer>,
      }),
    /** The bytes at an address of the API; undefined for a refusal. */
    async bytes(path: string): Promise<Buffer | undefined> {
      const answer = await fetch(`${origin}/api${path}`, { headers: cookies })
      const bytes = Buffer.from(await answer.arrayBuffer())
      return answer.status === 200 ? bytes : undefined
    },
    async send<C extends Call>(call: C, input: Input<C>, more: Record<string, string> = {}): Promise<{ status: number; reply: Reply<C> }> {
      const { params, query, body } = input as { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
      const answer = await fetch(`${origin}/api${pathOf(call, params)}?${new URLSearchParams(query)}`, {
        method: call.method,
        headers: { ...cookies, ...(body !== undefined && { 'content-type': 'application/json' }), ...more },
        ...(body !== undefined && { body: call.body === FileBody ? (body as Buffer<ArrayBuffer>) : JSON.stringify(body) }),
      })
      const set = answer.headers.getSetCookie().map((line) => line.split(';')[0])
      if (set.length > 0) cookies.cookie = set.join('; ')
      const json = answer.headers.get('content-type')?.includes('json') ? await answer.json() : undefined
      return { status: answer.status, reply: json as Reply<C> }
    },
  }
}
