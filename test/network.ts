import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { debianRoot } from './debianRoot.ts'
import { TOOLS } from './image.ts'

/** A network namespace with one address, as a container's; it lasts as long as its holder. */
export interface Host {
  name: string
  address: string
  /** Before a command that runs there. */
  prefix: string[]
  /** For an OCI runtime. */
  path: string
}

export interface Network {
  /** As `/etc/hosts` of each. */
  hosts: string
  /** From outside the containers: the address that a bridge has itself. */
  gateway: Host
  add(name: string, address: string): Promise<Host>
  end(): Promise<void>
}

function ran(command: string[]): void {
  const [program = '', ...args] = command
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`A network of containers takes root on Linux, but ${command.join(' ')} failed: ${error ?? stderr}`)
}

/** Names are told by a file in that folder, and each command that runs there finds it as its own. */
const NAMED = 'mount --bind "$0" /etc/hosts && exec "$@"'

async function holder(): Promise<ChildProcess> {
  const child = spawn('unshare', ['--net', 'sh', '-c', 'echo held; exec cat'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const held = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  if (!(held[0] instanceof Buffer)) throw new Error('Only root on Linux may make what this needs: a network namespace.')
  return child
}

/** A bridge as Compose makes one, with all that is added to it. Nothing of it is seen outside. */
export async function startNetwork(folder: string, gateway: string, names: Record<string, string>): Promise<Network> {
  const ip = ['chroot', debianRoot(TOOLS), 'ip']
  const hosts = join(folder, 'hosts')
  const lines = Object.entries({ localhost: '127.0.0.1', ...names }).map(([name, address]) => `${address} ${name}\n`)
  writeFileSync(hosts, lines.join(''), { mode: 0o644 })
  const held: ChildProcess[] = []
  const hostOf = async (name: string, address: string) => {
    const child = await holder()
    held.push(child)
    const path = `/proc/${child.pid}/ns/net`
    const prefix = ['nsenter', `--net=${path}`, 'unshare', '--mount', 'sh', '-c', NAMED, hosts]
    const set = (...args: string[]) => ran(['nsenter', `--net=${path}`, ...ip, ...args])
    set('link', 'set', 'lo', 'up')
    return { host: { name, address, prefix, path }, set, pid: String(child.pid) }
  }
  const bridge = await hostOf('gateway', gateway)
  bridge.set('link', 'add', 'bridge', 'type', 'bridge')
  bridge.set('addr', 'add', `${gateway}/24`, 'dev', 'bridge')
  bridge.set('link', 'set', 'bridge', 'up')
  return {
    hosts,
    gateway: bridge.host,
    async add(name, address) {
      const { host, set, pid } = await hostOf(name, address)
      const end = `end${held.length}`
      bridge.set('link', 'add', end, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid)
      bridge.set('link', 'set', end, 'master', 'bridge', 'up')
      set('addr', 'add', `${address}/24`, 'dev', 'eth0')
      set('link', 'set', 'eth0', 'up')
      return host
    },
    async end() {
      const exits = held.map((child) => child.exitCode ?? once(child, 'exit'))
      for (const child of held) child.kill('SIGKILL')
      await Promise.all(exits)
    },
  }
}
