import { FairQueue } from './fairQueue.ts'
import type { Answer, Bounds, Job } from './job.ts'
import { InspectionProcess } from './process.ts'

/** Inspects files in separate processes, so that no file can stop the server or fill its memory. */
export interface Inspector {
  /** Refuses 503 where one person has too many files waiting. */
  inspect(job: Job, person: string): Promise<Answer>
  close(): Promise<void>
}

const MAX_PROCESSES = 2

/** `folder` has the unfinished files. Processes start with the first file and end after a minute without files. */
export function openInspector(folder: string, bounds: Bounds): Inspector {
  const queue = new FairQueue(MAX_PROCESSES)
  const idle: InspectionProcess[] = []
  const inUse = new Set<InspectionProcess>()
  const takeProcess = () => {
    const child = idle.findLast((each) => each.isAlive()) ?? new InspectionProcess(folder, bounds)
    idle.splice(0, idle.length, ...idle.filter((each) => each !== child && each.isAlive()))
    return child
  }
  const lookBy = async (child: InspectionProcess, job: Job) => {
    inUse.add(child)
    try {
      return await child.look(job)
    } finally {
      inUse.delete(child)
      if (child.isAlive()) idle.push(child)
    }
  }
  return {
    async inspect(job, person) {
      const end = await queue.take(person)
      try {
        return await lookBy(takeProcess(), job)
      } finally {
        end()
      }
    },
    async close() {
      await Promise.all([...idle, ...inUse].map((child) => child.end()))
    },
  }
}
