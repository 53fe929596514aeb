import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const CACHE = join(import.meta.dirname, '../node_modules/.cache/debian')

function ran(command: string, args: string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`Debian's packages are brought by apt-get update and ${command} ${args.join(' ')}, which failed: ${error ?? stderr}`)
}

/** What a program of that folder is started with as LD_LIBRARY_PATH. */
export const librariesOf = (brought: string): string =>
  ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((machine) => join(brought, 'usr/lib', machine)).join(':')

/** The folder of packages of Debian, unpacked without what they depend on. They are brought once. */
export function broughtFromDebian(...packages: string[]): string {
  const root = join(CACHE, packages.join('+'))
  if (existsSync(root)) return root
  mkdirSync(CACHE, { recursive: true })
  const within = mkdtempSync(`${root}.`)
  mkdirSync(join(within, 'debs'), { recursive: true })
  ran('apt-get', ['download', ...packages], join(within, 'debs'))
  for (const deb of readdirSync(join(within, 'debs'))) ran('dpkg-deb', ['-x', join('debs', deb), 'root'], within)
  // Another test may have brought them meanwhile.
  if (!existsSync(root)) renameSync(join(within, 'root'), root)
  rmSync(within, { recursive: true })
  return root
}
