import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** Not below node_modules, where Node runs no TypeScript. */
const CACHE = join(process.env.BENCH_DIR ?? join(ROOT, '.bench'), 'released')

interface Release {
  version: string
  commit: string
  /** Whether it starts beside newer steps that are marked for that. */
  beside: boolean
}

/** Every release, and the first version that knows of marked steps. */
export const RELEASES: Release[] = [
  { version: '0.1.0', commit: 'b3791f0', beside: false },
  { version: '0.2.0', commit: '91fca05a', beside: false },
  { version: '0.3.0', commit: 'da373223', beside: false },
  { version: 'before 0110', commit: '3ee66471', beside: true },
]

/** The server of a release as a program for Node, taken from the history once; npm brings its packages (network). */
export function programOfRelease({ version, commit }: Release): string {
  const folder = join(CACHE, commit)
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`
    mkdirSync(unfinished, { recursive: true })
    try {
      const tar = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 512 * 1024 * 1024 })
      execFileSync('tar', ['-x'], { cwd: unfinished, input: tar })
      execFileSync('npm', ['ci', '--workspace', 'server', '--omit=dev', '--ignore-scripts', '--silent'], { cwd: unfinished })
      renameSync(unfinished, folder)
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true })
      throw new Error(`${version} cannot be had: it needs the history (git) and the packages of ${commit} (npm).`, { cause: error })
    }
  }
  return join(folder, 'server/src/main.ts')
}
