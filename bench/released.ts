import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** v0.1.0 */
const COMMIT = 'b3791f0'

/**
 * The folder of v0.1.0, to measure beside this version: cloned from the history once into BENCH_DIR (.bench). Its first `npm start`
 * installs what it needs from the network.
 */
export function releasedPortal(): string {
  const folder = join(process.env.BENCH_DIR ?? join(ROOT, '.bench'), 'v0.1.0')
  if (existsSync(join(folder, 'package.json'))) return folder
  mkdirSync(dirname(folder), { recursive: true })
  const git = (...args: string[]) => execFileSync('git', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  git('clone', '--quiet', '--no-checkout', ROOT, folder)
  git('-C', folder, 'checkout', '--quiet', COMMIT)
  return folder
}
