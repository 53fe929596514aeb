import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { broughtFromDebian } from './debian.ts'

const CACHE = join(import.meta.dirname, '../node_modules/.cache/debian')
/** What nobody reads in there. */
const UNREAD = ['doc', 'man', 'info', 'locale', 'groff', 'lintian'].map((folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`)
const SETTINGS = /^Acquire::(https?::Proxy|Check-Valid-Until|Check-Date) ".+";$/gm

function ran(command: string, args: string[], env = process.env): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', env, maxBuffer: 64 * 1024 * 1024 })
  if (status === 0) return stdout
  throw new Error(
    `A root of Debian is made as root, after apt-get update, by ${command} ${args.join(' ')}, which failed: ${error ?? stderr}`,
  )
}

/** Where this machine's apt gets Debian from. */
function sources(): { codename: string; lines: string[] } {
  const format = ['--format', 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)']
  const lines = ran('apt-get', ['indextargets', ...format, 'Created-By: Packages', 'Origin: Debian'])
    .trim()
    .split('\n')
  const [, , codename = ''] = lines[0]?.split(' ') ?? []
  if (codename === '') throw new Error('This machine’s apt has no sources of Debian, or no apt-get update has run.')
  return { codename, lines }
}

/** Below this, all that is named is installed as on a machine: a folder, or a tar. Made once, of this machine's sources. */
export function debianRoot(packages: string[], kind: 'folder' | 'tar' = 'folder'): string {
  const key = createHash('sha256')
    .update([kind, ...packages, ...UNREAD].join('\n'))
    .digest('hex')
    .slice(0, 12)
  const root = join(CACHE, `root-${key}${kind === 'tar' ? '.tar' : ''}`)
  if (existsSync(root)) return root
  mkdirSync(CACHE, { recursive: true })
  makeRoot(root, packages, kind)
  return root
}

/** Of several tests that need it at once, one makes it. */
const ONCE = 'root=$1 made=$2; shift 2; [ -e "$root" ] || { "$@" && mv "$made" "$root"; }'

function makeRoot(root: string, packages: string[], kind: 'folder' | 'tar'): void {
  const brought = join(broughtFromDebian('mmdebstrap'), 'usr/bin')
  const unfinished = mkdtempSync(`${root}.`)
  const made = join(unfinished, kind === 'tar' ? 'root.tar' : 'root')
  const { codename, lines } = sources()
  const settings = [...ran('apt-config', ['dump']).matchAll(SETTINGS)].map(([line]) => `--aptopt=${line}`)
  const options = ['--quiet', '--mode=root', '--variant=essential', '--aptopt=APT::Install-Recommends "false";', ...settings, ...UNREAD]
  const args = [...options, `--include=${packages.join(',')}`, codename, made, ...lines]
  try {
    const env = { ...process.env, PATH: `${brought}:${process.env.PATH}` }
    ran('flock', [`${root}.lock`, 'sh', '-c', ONCE, 'sh', root, made, 'mmdebstrap', ...args], env)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

// A root of its own, not a chroot: programs that make containers mount things upon it. `shared` has the same path within.
const ENTER = `
set -eu
root=$1 shared=$2
shift 2
mount --bind "$root" "$root"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mkdir -p "$root$shared"
mount --rbind "$shared" "$root$shared"
mount --rbind /dev "$root/dev"
mount --rbind /sys "$root/sys"
mount -t proc proc "$root/proc"
cd "$root"
mkdir -p .host
pivot_root . .host
umount -l /.host
exec "$@"`

/** The command before one that runs within that root; its mounts end with it. The root needs the package mount. */
export const within = (root: string, shared: string): string[] => [
  'unshare',
  '--mount',
  '--propagation',
  'private',
  'sh',
  '-c',
  ENTER,
  'sh',
  root,
  shared,
]
