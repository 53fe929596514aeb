import { realpathSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'

/** The built web: whatever lies there is served to everybody. */
export const WEB = join(import.meta.dirname, '../../../web/dist')

/** T36: whether files at that path would be served to everybody, through links too. */
export function isServed(path: string): boolean {
  const [first] = relative(realOf(WEB), realOf(path)).split(sep)
  return first !== '..'
}

/** Where a path leads to, also when its end does not exist yet. */
function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path === dirname(path) ? path : join(realOf(dirname(path)), basename(path))
  }
}
