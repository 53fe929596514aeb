import type pg from 'pg'
import { type Cpu, startCpu } from './cpu.ts'
import type { Figures } from './volley.ts'

export interface Target {
  name: 'portal' | 'limit 1' | 'limit 2'
  origin: string
  pid: number
  /** Of each round. */
  figures: (Figures & Cpu)[]
}

export interface Turns {
  rounds: number
  seconds: number
  pool: pg.Pool
}

/** Warms each target up for a second, then drives them in turns; another begins each round. */
export async function takeTurns(
  targets: Target[],
  { rounds, seconds, pool }: Turns,
  volley: (target: Target, seconds: number) => Promise<Figures>,
): Promise<Target[]> {
  for (const target of targets) await volley(target, 1)
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < targets.length; turn++) {
      const target = targets[(round + turn) % targets.length] as Target
      const cpuOf = await startCpu(target.pid, pool)
      const figures = await volley(target, seconds)
      target.figures.push({ ...figures, ...(await cpuOf(figures.answers)) })
    }
  }
  return targets
}
