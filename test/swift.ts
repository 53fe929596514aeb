import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BucketByHand, bucketByHand } from '../server/test/bucketByHand.ts'
import { debianRoot, within } from './debianRoot.ts'
import { freePort } from './ports.ts'

const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached', 'mount']
export const SWIFT_CREDENTIALS = { accessKeyId: 'portal:documents', secretAccessKey: 'a-secret-of-the-store' }
const DEVICES = ['one', 'two', 'three']
const START_MS = 60_000

type Part = 'account' | 'container' | 'object' | 'proxy'
const STORING = ['account', 'container', 'object'] as const

export interface Swift {
  endpoint: string
  bucket: BucketByHand
  /** Where the devices lie. */
  devices: string
  /** One of its servers dies, as by a power cut, and comes back. */
  kill(part: Part): Promise<void>
  start(part: Part): Promise<void>
  end(): Promise<void>
}

const SERVER = (part: Part, port: number, folder: string) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
devices = ${folder}/devices
mount_check = false
workers = 0
user = root
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
`

const PROXY = (port: number, memcached: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck proxy-logging cache listing_formats s3api tempauth copy slo dlo proxy-logging proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_portal_documents = ${SWIFT_CREDENTIALS.secretAccessKey} .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcached}
${['catch_errors', 'gatekeeper', 'healthcheck', 'listing_formats', 'copy', 'slo', 'dlo'].map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('')}
[filter:proxy-logging]
use = egg:swift#proxy_logging
`

/** The rings say on which devices a name lies: three copies, as Swift is run. */
const RINGS = `
cd "$0"
ring() {
  swift-ring-builder $1.builder create 4 3 0
  for device in ${DEVICES.join(' ')}; do swift-ring-builder $1.builder add r1z1-127.0.0.1:$2/$device 1; done
  swift-ring-builder $1.builder rebalance
}
ring account $1 && ring container $2 && ring object $3`

/** Swift reads its secrets and rings there and nowhere else. */
const AT_HOME = 'mount --bind "$0" /etc/swift && exec "$@"'

/** OpenStack Swift as Debian has it, with its interface for S3 and three copies of each object, below that folder. */
export async function startSwift(folder: string, bucket: string): Promise<Swift> {
  const root = debianRoot(PACKAGES)
  const etc = join(folder, 'etc')
  mkdirSync(etc, { recursive: true })
  for (const device of DEVICES) mkdirSync(join(folder, 'devices', device), { recursive: true })
  const ports = { account: await freePort(), container: await freePort(), object: await freePort(), proxy: await freePort() }
  const memcached = await freePort()
  writeFileSync(join(etc, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = gold\ndefault = yes\n')
  for (const part of STORING) writeFileSync(join(etc, `${part}-server.conf`), SERVER(part, ports[part], folder))
  writeFileSync(join(etc, 'proxy-server.conf'), PROXY(ports.proxy, memcached))
  const inside = (command: string[]): [string, string[]] => {
    const [program = '', ...args] = [...within(root, folder), 'sh', '-c', AT_HOME, etc, ...command]
    return [program, args]
  }
  const rings = spawnSync(...inside(['sh', '-c', RINGS, etc, ...STORING.map((part) => String(ports[part]))]), { encoding: 'utf8' })
  if (rings.error || !rings.stdout.includes('Reassigned'))
    throw new Error(`Swift runs as root, but has no rings: ${rings.stderr}${rings.stdout}`)
  const running = new Map<string, ChildProcess>()
  let said = ''
  const run = (name: string, command: string[]) => {
    const child = spawn(...inside(command), { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-20_000)))
    running.set(name, child)
  }
  const end = async (name: string) => {
    const child = running.get(name)
    running.delete(name)
    if (!child || child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  const endpoint = `http://127.0.0.1:${ports.proxy}`
  const swift: Swift = {
    endpoint,
    bucket: bucketByHand(endpoint, SWIFT_CREDENTIALS, bucket),
    devices: join(folder, 'devices'),
    kill: end,
    async start(part) {
      run(part, [`swift-${part}-server`, join(etc, `${part}-server.conf`), 'verbose'])
      await untilAnswers(`http://127.0.0.1:${ports[part]}/healthcheck`, () => said)
    },
    async end() {
      swift.bucket.client.destroy()
      for (const name of running.keys()) await end(name)
    },
  }
  run('memcached', ['memcached', '-u', 'nobody', '-l', '127.0.0.1', '-p', String(memcached)])
  try {
    await Promise.all([...STORING, 'proxy' as const].map(swift.start))
    await swift.bucket.create()
  } catch (error) {
    await swift.end()
    throw new Error(`Swift did not start: ${error instanceof Error ? error.message : error}\n${said}`)
  }
  return swift
}

/** Any answer says that it listens. */
async function untilAnswers(address: string, said: () => string): Promise<void> {
  const until = performance.now() + START_MS
  while (
    !(await fetch(address).then(
      () => true,
      () => false,
    ))
  ) {
    if (performance.now() > until) throw new Error(said())
    await sleep(100)
  }
}
