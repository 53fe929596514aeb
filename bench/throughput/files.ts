import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MB } from 'contract'
import type { FilledPortal } from './filled.ts'
import { scannedPdf } from './scan.ts'
import type { Wanted } from './scenario.ts'
import { type Target, type Turns, takeTurns } from './turns.ts'
import { fire, type Volley } from './volley.ts'

// F: files of 5 MB on their way in and out, beside bare node:http that seals, writes, syncs and opens them in the same way.
export const FILE_SCENARIOS = ['F upload of 5 MB', 'F download of 5 MB'] as const

export interface FileVolley extends Volley {
  /** The path of what a POST sends. */
  file: string
}

/** Sixteen only wait for the same two cores and disk, with 80 MB under way. */
const CONNECTIONS = 8
const FILE = scannedPdf(5 * MB)

export async function measureFiles(
  name: (typeof FILE_SCENARIOS)[number],
  { dataDir, customers }: FilledPortal,
  server: { origin: string; pid: number },
  turns: Turns,
): Promise<Target[]> {
  const before = new Set(readdirSync(join(dataDir, 'files')))
  const file = join(dataDir, 'scan.pdf')
  writeFileSync(file, FILE)
  const limit = await startLimit(dataDir)
  try {
    const targets: Target[] = [
      { name: 'portal', ...server, figures: [] },
      { name: 'limit 2', origin: limit.origin, pid: limit.child.pid ?? 0, figures: [] },
    ]
    const wanted = new Map<Target, Wanted[]>()
    for (const target of targets) {
      const uploads = customers.map(({ cookie }) => ({ method: 'POST' as const, path: '/api/documents', cookie }))
      wanted.set(target, name === 'F upload of 5 MB' ? uploads : await downloadsOf(target, uploads))
    }
    return await takeTurns(targets, turns, (target, seconds) => {
      const volley: FileVolley = { origin: target.origin, requests: wanted.get(target) ?? [], file, seconds, connections: CONNECTIONS }
      return fire(volley, 'fileCannon.ts')
    })
  } finally {
    limit.child.kill()
    for (const made of readdirSync(join(dataDir, 'files')).filter((each) => !before.has(each))) rmSync(join(dataDir, 'files', made))
    rmSync(file)
  }
}

async function startLimit(dataDir: string): Promise<{ origin: string; child: ChildProcess }> {
  const env = { PATH: process.env.PATH, BENCH_FILES: dataDir }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'filesLimit.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { origin: `http://127.0.0.1:${JSON.parse(line).port}`, child }
}

/** Stores one file of each person; fails unless it comes back as it was. */
async function downloadsOf({ origin }: Target, uploads: Wanted[]): Promise<Wanted[]> {
  const downloads: Wanted[] = []
  for (const { cookie, path } of uploads) {
    const headers = { cookie, 'content-type': 'application/pdf' }
    const stored = await fetch(origin + path, { method: 'POST', headers, body: new Uint8Array(FILE) })
    const { id } = (await stored.json()) as { id: string }
    const given = await fetch(`${origin}${path}/${id}`, { headers: { cookie } })
    if (!Buffer.from(await given.arrayBuffer()).equals(FILE)) throw new Error(`${origin} answers ${given.status} and another file`)
    downloads.push({ method: 'GET', path: `${path}/${id}`, cookie })
  }
  return downloads
}
