import { FairQueue } from './fairQueue.ts'
import type { Answer, Bounds, Job } from './job.ts'
import { InspectionProcess } from './process.ts'

/** Looks into files in processes of their own, so that no file stops or fills the server. */
export interface Inspector {
  /** Refuses 503 where one person has too many files waiting. */
  inspect(job: Job, person: string): Promise<Answer>
  close(): Promise<void>
}

const MAX_PROCESSES = 2

/** `folder` is where unfinished files lie. Processes begin with the first file and end when there was none for a minute. */
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
