import type { Figures } from './volley.ts'

export interface Target {
  name: 'portal' | 'limit 1' | 'limit 2'
  origin: string
  /** Of each round. */
  figures: Figures[]
}

/** Warms each target up for a second, then drives them in turns; another begins each round. */
export async function takeTurns(
  targets: Target[],
  { rounds, seconds }: { rounds: number; seconds: number },
  volley: (target: Target, seconds: number) => Promise<Figures>,
): Promise<Target[]> {
  for (const target of targets) await volley(target, 1)
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < targets.length; turn++) {
      const target = targets[(round + turn) % targets.length] as Target
      target.figures.push(await volley(target, seconds))
    }
  }
  return targets
}
