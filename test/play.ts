import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Container } from './container.ts'
import type { ImageConfig } from './image.ts'
import type { Host } from './network.ts'

const VISITOR = join(import.meta.dirname, 'visitor.ts')
const WAIT_MS = 100

function run(from: Host, command: string[], environment: NodeJS.ProcessEnv = process.env): string {
  const [program = '', ...args] = [...from.prefix, ...command]
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: environment })
  if (status !== 0) throw new Error(`${command.join(' ')} failed: ${stderr}`)
  return stdout
}

/** The status of an answer; 0 if none comes within that time. */
export function statusAt(from: Host, address: string, timeout_ms = 4_000): number {
  const asks = `fetch(process.argv[1], { signal: AbortSignal.timeout(${timeout_ms}) }).then(({ status }) => status, () => 0).then((status) => console.log(status))`
  return Number(run(from, [process.execPath, '-e', asks, address]))
}

interface Visit {
  signed_in: number
  stored: number
  id: string
  is_read: boolean
  page: number
  script: number
}

/** What a person is answered there: who stores a document, or reads a known one. */
export const visit = (
  from: Host,
  origin: string,
  account: { email: string; password: string },
  environment = process.env,
  known = '',
): Visit => JSON.parse(run(from, [process.execPath, VISITOR, origin, account.email, account.password, known], environment)) as Visit

const ended = ({ host, output }: Container): Error => new Error(`${host.name} ended:\n${output()}`)

/** As Docker asks after an image's health. */
export async function untilHealthy(container: Container, { Test }: ImageConfig['Healthcheck']): Promise<void> {
  while (container.child.exitCode === null && container.exec(Test.slice(1)).status !== 0) await sleep(WAIT_MS)
  if (container.child.exitCode !== null) throw ended(container)
}

export interface Probe {
  httpGet: { path: string; port: string }
  periodSeconds?: number
  timeoutSeconds?: number
  failureThreshold?: number
}

/** As the kubelet asks, with its presets; fails where it would give up. */
export async function untilProbed(
  from: Host,
  container: Container,
  ports: { name: string; containerPort: number }[],
  probe: Probe,
): Promise<void> {
  const { httpGet, periodSeconds = 10, timeoutSeconds = 1, failureThreshold = 3 } = probe
  const port = ports.find(({ name }) => name === httpGet.port)?.containerPort
  const address = `http://${container.host.address}:${port}${httpGet.path}`
  for (let failures = 0; statusAt(from, address, timeoutSeconds * 1_000) !== 200; await sleep(periodSeconds * 1_000))
    if (container.child.exitCode !== null || ++failures >= failureThreshold) throw ended(container)
}
