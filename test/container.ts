import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { debianRoot, within } from './debianRoot.ts'
import { type Image, TOOLS } from './image.ts'
import type { Host, Network } from './network.ts'

interface Mount {
  from: string
  to: string
  readOnly: boolean
}

/** What Compose and Kubernetes say of a container, beside its image. */
export interface Asked {
  user: string
  groups?: number[]
  environment: Record<string, string>
  mounts: Mount[]
  memory_bytes: number
  readOnly: boolean
}

export interface Container {
  host: Host
  child: ChildProcess
  output(): string
  /** A command in it, as a health check is one. */
  exec(command: string[]): { status: number | null; said: string }
  /** The files that it has beyond its image and its mounts. */
  written(): string[]
  /** Ends it as its image asks for; answers exit code and milliseconds. */
  stop(): Promise<{ code: number | null; ms: number }>
}

/** Of runc's own example, as Docker has them. */
const DEVICES = [
  { destination: '/proc', type: 'proc', source: 'proc' },
  { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'strictatime', 'mode=755', 'size=65536k'] },
  { destination: '/dev/pts', type: 'devpts', source: 'devpts', options: ['nosuid', 'noexec', 'newinstance', 'ptmxmode=0666', 'mode=0620'] },
  { destination: '/dev/shm', type: 'tmpfs', source: 'shm', options: ['nosuid', 'noexec', 'nodev', 'mode=1777', 'size=65536k'] },
  { destination: '/sys', type: 'sysfs', source: 'sysfs', options: ['nosuid', 'noexec', 'nodev', 'ro'] },
]
const MASKED = ['/proc/acpi', '/proc/kcore', '/proc/keys', '/proc/timer_list', '/sys/firmware']
const NONE = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] }

function bundle({ config }: Image, host: Host, hosts: string, asked: Asked) {
  const [uid = 0, gid = 0] = asked.user.split(':').map(Number)
  const env = [...config.Env, ...Object.entries(asked.environment).map(([name, value]) => `${name}=${value}`), `HOSTNAME=${host.name}`]
  const bound = [...asked.mounts, { from: hosts, to: '/etc/hosts', readOnly: true }].map(({ from, to, readOnly }) => ({
    destination: to,
    type: 'bind',
    source: from,
    options: ['rbind', 'rprivate', readOnly ? 'ro' : 'rw'],
  }))
  const kinds = ['pid', 'ipc', 'uts', 'mount', 'cgroup'].map((type) => ({ type }))
  return {
    ociVersion: '1.0.2',
    hostname: host.name,
    process: {
      user: { uid, gid, additionalGids: asked.groups ?? [] },
      args: config.Cmd,
      env,
      cwd: config.WorkingDir,
      capabilities: NONE,
      noNewPrivileges: true,
    },
    root: { path: 'merged', readonly: asked.readOnly },
    mounts: [...DEVICES, ...bound],
    linux: {
      namespaces: [...kinds, { type: 'network', path: host.path }],
      resources: { devices: [{ allow: false, access: 'rwm' }], memory: { limit: asked.memory_bytes } },
      maskedPaths: MASKED,
      readonlyPaths: ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'],
    },
  }
}

const OVER = 'cd "$1" && mount -t overlay -o "lowerdir=$0,upperdir=$1/upper,workdir=$1/work" overlay merged && shift && exec "$@"'

/** An image started by runc, as Docker and Kubernetes do: with namespaces, a layer of its own over the image, and a limit of memory. */
export function startContainer(folder: string, image: Image, network: Network, host: Host, asked: Asked): Container {
  const own = join(folder, `container-${host.name}-${readdirSync(folder).length}`)
  for (const name of ['', 'upper', 'work', 'merged']) mkdirSync(join(own, name))
  writeFileSync(join(own, 'config.json'), JSON.stringify(bundle(image, host, network.hosts, asked)))
  const enter = within(debianRoot(TOOLS), folder)
  const runc = ['runc', '--root', join(folder, 'runc')]
  const id = own.split('/').at(-1) ?? ''
  const [command = '', ...args] = [...enter, 'sh', '-c', OVER, image.root, own, ...runc, 'run', id]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exited = once(child, 'exit')
  return {
    host,
    child,
    output: () => output,
    exec(run) {
      const [program = '', ...rest] = [...enter, ...runc, 'exec', id, ...run]
      const { status, stdout, stderr } = spawnSync(program, rest, { encoding: 'utf8' })
      return { status, said: `${stdout}${stderr}` }
    },
    written() {
      const found = readdirSync(join(own, 'upper'), { recursive: true, encoding: 'utf8' })
      // A file that something is mounted upon is empty.
      return found.filter((path) => !lstatSync(join(own, 'upper', path)).isDirectory() && lstatSync(join(own, 'upper', path)).size > 0)
    },
    async stop() {
      const from = performance.now()
      child.kill(image.config.StopSignal as NodeJS.Signals)
      await exited
      return { code: child.exitCode, ms: performance.now() - from }
    },
  }
}
