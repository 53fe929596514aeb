import type { Answer, Bounds, Job } from './job.ts'
import { Program } from './programs.ts'
import { Turns } from './turns.ts'

/** Looks into files in processes of their own, so that no file stops or fills the server. */
export interface Inspector {
  /** Refuses 503 where one person has too many files waiting. */
  inspect(job: Job, person: string): Promise<Answer>
  close(): Promise<void>
}

const AT_ONCE = 2

/** `folder` is where unfinished files lie. Processes begin with the first file and end when there was none for a minute. */
export function openInspector(folder: string, bounds: Bounds): Inspector {
  const turns = new Turns(AT_ONCE)
  const idle: Program[] = []
  const inUse = new Set<Program>()
  const takeProgram = () => {
    const program = idle.findLast((each) => each.isAlive()) ?? new Program(folder, bounds)
    idle.splice(0, idle.length, ...idle.filter((each) => each !== program && each.isAlive()))
    return program
  }
  const lookBy = async (program: Program, job: Job) => {
    inUse.add(program)
    try {
      return await program.look(job)
    } finally {
      inUse.delete(program)
      if (program.isAlive()) idle.push(program)
    }
  }
  return {
    async inspect(job, person) {
      const end = await turns.take(person)
      try {
        return await lookBy(takeProgram(), job)
      } finally {
        end()
      }
    },
    async close() {
      await Promise.all([...idle, ...inUse].map((program) => program.end()))
    },
  }
}
