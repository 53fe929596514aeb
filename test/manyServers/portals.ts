import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CREDENTIALS } from '../objectServer.ts'
import { freePort } from '../ports.ts'
import { type ServerProcess, startServer } from '../serverProcess.ts'

const BUCKET = 'documents'

export interface Store {
  pid: number
  settings: Record<string, string>
  end(): Promise<void>
}

export async function startStore(folder: string): Promise<Store> {
  const port = await freePort()
  mkdirSync(folder, { recursive: true })
  const program = join(import.meta.dirname, 'storeProgram.ts')
  const child = spawn(process.execPath, [program, folder, String(port), BUCKET], { stdio: ['ignore', 'pipe', 'inherit'] })
  await Promise.race([once(child.stdout, 'data'), endOf(child)])
  return {
    pid: child.pid ?? 0,
    settings: {
      FILES_URL: `s3://${BUCKET}/portal?endpoint=http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    },
    async end() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

async function endOf(child: ChildProcess): Promise<never> {
  await once(child, 'exit')
  throw new Error('The object store did not start.')
}

/** Each server sends its mails as another one, so that they tell whose they are. */
export const senderAt = (place: number): string => `desk-${place + 1}@portal.example`

export interface Portals {
  ports: number[]
  key: Buffer
  pids(): number[]
  /** What was said at `error` and above by all that ran. */
  output(): string
  start(settings: Record<string, string>, wanted?: number): Promise<void>
  /** Kills one, and starts it again as whoever keeps it running does, until it is there. */
  killOne(place: number): Promise<void>
  stop(): Promise<void>
}

/** So many servers of one portal, each with its own port and folder. */
export async function definePortals(count: number, home: string): Promise<Portals> {
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const key = randomBytes(32)
  const running = new Map<number, ServerProcess>()
  const ended: string[] = []
  let settings: Record<string, string> = {}
  let isStopping = false

  const start = async (place: number) => {
    const own = {
      PORT: String(ports[place]),
      DATA_DIR: join(home, `portal-${place + 1}`),
      MASTER_KEY: key.toString('hex'),
      MAIL_FROM: senderAt(place),
    }
    running.set(place, await startServer({ LOG_LEVEL: 'error', TRUST_PROXY: 'loopback', ...settings, ...own }))
  }
  const untilStarted = async (place: number) => {
    while (!isStopping) {
      const failure = await start(place).then(
        () => undefined,
        (error: unknown) => String(error),
      )
      if (failure === undefined) return
      ended.push(failure)
      await sleep(500)
    }
  }
  const drop = async (place: number, signal: NodeJS.Signals) => {
    const server = running.get(place)
    running.delete(place)
    await server?.end(signal)
    if (server) ended.push(server.output())
  }
  return {
    ports,
    key,
    pids: () => [...running.values()].flatMap(({ child }) => child.pid ?? []),
    output: () => [...ended, ...[...running.values()].map((server) => server.output())].join('\n'),
    async start(given, wanted = count) {
      settings = given
      // The first makes the tables.
      for (let place = 0; place < wanted; place++) await start(place)
    },
    async killOne(place) {
      await drop(place, 'SIGKILL')
      await untilStarted(place)
    },
    async stop() {
      isStopping = true
      await Promise.all([...running.keys()].map((place) => drop(place, 'SIGTERM')))
      isStopping = false
    },
  }
}
