import { existsSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** Milliseconds of processor time that an answer took; undefined where the system does not say. */
export interface Cpu {
  node: number | undefined
  postgres: number | undefined
}

type Spent = Map<number, number>

const TICK_MS = 10
/** Behind its name: fields of /proc/PID/stat. */
const [USER, SYSTEM] = [11, 12]

function spentBy(pids: number[], name: RegExp): Spent {
  const spent: Spent = new Map()
  for (const pid of pids) {
    const stat = `/proc/${pid}/stat`
    if (!existsSync(stat)) continue
    const text = readFileSync(stat, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    if (name.test(text)) spent.set(pid, (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS)
  }
  return spent
}

/** Of an answer; what a process had spent before it was first seen counts too. */
function perAnswer(before: Spent, after: Spent, answers: number): number | undefined {
  const grown = [...after].map(([pid, ms]) => ms - (before.get(pid) ?? 0))
  return grown.length > 0 ? grown.reduce((sum, ms) => sum + ms, 0) / answers : undefined
}

/** Reads the processor time of a Node process and of PostgreSQL; what is answered tells what so many answers have taken since. */
export async function startCpu(pid: number, pool: pg.Pool): Promise<(answers: number) => Promise<Cpu>> {
  const read = async () => {
    const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity')
    return {
      node: spentBy([pid], /./),
      postgres: spentBy(
        rows.map((row) => row.pid),
        /^\d+ \(postgres/,
      ),
    }
  }
  const before = await read()
  return async (answers) => {
    const after = await read()
    return {
      node: perAnswer(before.node, after.node, answers),
      postgres: perAnswer(before.postgres, after.postgres, answers),
    }
  }
}
