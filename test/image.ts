import { spawnSync } from 'node:child_process'
import { copyFileSync, linkSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { debianRoot, within } from './debianRoot.ts'

const DEPLOY = join(import.meta.dirname, '../deploy')
/** Debian's builder and runtime of images, and what sets up networks. */
export const TOOLS = ['buildah', 'runc', 'iproute2', 'mount']
const MEASURED = { bytes: 1_000_000 }

/** What a Dockerfile has set. */
export interface ImageConfig {
  User: string
  Env: string[]
  Cmd: string[]
  Labels: Record<string, string>
  WorkingDir: string
  StopSignal: string
  Volumes: Record<string, object>
  ExposedPorts: Record<string, object>
  Healthcheck: { Test: string[]; Interval: number; Timeout: number; StartPeriod: number; Retries: number }
}

export interface Image {
  config: ImageConfig
  /** Its files, unpacked. */
  root: string
  /** As it lies on a machine, and as it is fetched; of what the Dockerfile adds too. */
  sizes: { unpacked_mb: number; packed_mb: number; own_mb: number }
}

function ran(folder: string, command: string[], input?: string): string {
  const [program = '', ...args] = [...within(debianRoot(TOOLS), folder), ...command]
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', input, maxBuffer: 64 * 1024 * 1024 })
  if (status === 0) return stdout
  throw new Error(`An image is built by buildah as root, but ${command.join(' ')} failed: ${error ?? stderr}`)
}

/** Of what Debian and npm have, in place of the one that the Dockerfile names: a base with Node alone. */
const BASE = `FROM scratch
ADD base.tar /
COPY node /usr/local/bin/node
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
`

/** Built by deploy/Dockerfile of that release, in a folder of its own. */
export function buildImage(folder: string, release: string): Image {
  const context = join(folder, 'context')
  mkdirSync(context, { recursive: true })
  copyFileSync(debianRoot(['libstdc++6'], 'tar'), join(context, 'base.tar'))
  copyFileSync(process.execPath, join(context, 'node'))
  linkSync(release, join(context, basename(release)))
  copyFileSync(join(DEPLOY, 'Dockerfile'), join(context, 'Dockerfile'))
  writeFileSync(join(context, 'Base'), BASE)
  const buildah = ['buildah', '--root', join(folder, 'storage'), '--runroot', join(folder, 'running'), '--storage-driver', 'overlay']
  const bud = [...buildah, 'bud', '--quiet', '--isolation', 'chroot', '--format', 'docker']
  ran(folder, [...bud, '--tag', 'base', '--file', join(context, 'Base'), context])
  const name = basename(release, '.tar.gz')
  const args = ['--build-arg', 'BASE=localhost/base', '--build-arg', `RELEASE=${name}`]
  ran(folder, [...bud, ...args, '--tag', 'visa-portal', '--file', join(context, 'Dockerfile'), context])
  const root = join(folder, 'image')
  const unpack = 'image=$("$@" from visa-portal) && cp -a "$("$@" mount "$image")/." "$0"'
  mkdirSync(root)
  ran(folder, ['sh', '-c', unpack, root, ...buildah])
  const { Docker } = JSON.parse(ran(folder, [...buildah, 'inspect', '--type', 'image', 'visa-portal'])) as {
    Docker: { config: ImageConfig }
  }
  const packed = join(folder, 'packed')
  ran(folder, [...buildah, 'push', '--quiet', 'visa-portal', `dir:${packed}`])
  return { config: Docker.config, root, sizes: sizesOf(root, packed) }
}

function sizesOf(root: string, packed: string): Image['sizes'] {
  const mb = (bytes: number) => Math.round(bytes / MEASURED.bytes)
  const du = Number(spawnSync('du', ['-sb', root], { encoding: 'utf8' }).stdout.split('\t')[0])
  const blobs = readdirSync(packed).map((file) => statSync(join(packed, file)).size)
  const own = Number(spawnSync('du', ['-sb', join(root, 'app')], { encoding: 'utf8' }).stdout.split('\t')[0])
  return { unpacked_mb: mb(du), packed_mb: mb(blobs.reduce((sum, size) => sum + size, 0)), own_mb: mb(own) }
}
