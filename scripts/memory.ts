import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SHARED_MEMORY = '/dev/shm'
const PREFIX = 'visa-portal-tests-'
/** Several times what the tests have there at once. */
const ENOUGH_BYTES = 4 * 1024 ** 3
const DAY_MS = 86_400_000

/**
 * A folder in memory for what tests write and delete: a disk takes ten times the processor to copy a database. Undefined where there is no room,
 * as in most containers, or no program may be run from it.
 */
export function folderInMemory(): string | undefined {
  if (!existsSync(SHARED_MEMORY) || !runsPrograms() || !hasRoom()) return undefined
  removeForgotten()
  const folder = mkdtempSync(join(SHARED_MEMORY, PREFIX))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

function hasRoom(): boolean {
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) >= ENOUGH_BYTES
}

function runsPrograms(): boolean {
  const mounted = readFileSync('/proc/mounts', 'utf8').split('\n')
  const [, , , options = ''] = mounted.find((line) => line.split(' ')[1] === SHARED_MEMORY)?.split(' ') ?? []
  return options !== '' && !options.split(',').includes('noexec')
}

/** Of runs that were killed: no run takes a day. */
function removeForgotten(): void {
  const names = readdirSync(SHARED_MEMORY).filter((name) => name.startsWith(PREFIX))
  const isOld = (path: string) => statSync(path).mtimeMs < Date.now() - DAY_MS
  for (const path of names.map((name) => join(SHARED_MEMORY, name))) if (isOld(path)) rmSync(path, { recursive: true, force: true })
}
