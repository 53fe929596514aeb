import { tmpdir } from 'node:os'
import { type Inspector, openInspector } from '../server/src/files/inspector/inspector.ts'
import { boundsOf } from '../server/src/files/inspector/job.ts'

const USUAL_MB = 10
let shared: Inspector | undefined
let looking = 0

/** One for all test files of a worker: to start its processes takes the processor longer than the files do. Undefined where files may be of another size. */
export function sharedInspector(maxFileMb: number): Inspector | undefined {
  if (maxFileMb !== USUAL_MB) return undefined
  shared ??= openInspector(tmpdir(), boundsOf(USUAL_MB))
  const inspector = shared
  return {
    async inspect(job, person) {
      looking++
      return inspector.inspect(job, person).finally(() => looking--)
    },
    /** What is still looked at ends with the portal. */
    async close() {
      if (looking === 0) return
      shared = undefined
      await inspector.close()
    },
  }
}
