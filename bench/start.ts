import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npmStart } from './npmStart.ts'
import { releasedPortal } from './released.ts'
import { percentile } from './traffic.ts'

/** From `npm start` to ready, of this version and of v0.1.0 in turns, each on its own data directory and after a first start. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9)
const LIMIT = 0.6

interface Portal {
  folder: string
  dataDir: string
  seconds: number[]
}

const portalIn = (folder: string): Portal => ({ folder, dataDir: mkdtempSync(join(tmpdir(), 'start-')), seconds: [] })

async function start({ folder, dataDir, seconds }: Portal): Promise<void> {
  const started = await npmStart(folder, { DATA_DIR: dataDir })
  seconds.push(started.ms / 1_000)
  await started.stop()
}

const own = portalIn(join(import.meta.dirname, '..'))
const released = portalIn(releasedPortal())
const median = ({ seconds }: Portal): number => percentile(seconds, 0.5)
const lineOf = (name: string, portal: Portal): string =>
  `${name.padEnd(14)} ${median(portal).toFixed(2)} s (${Math.min(...portal.seconds).toFixed(2)} to ${Math.max(...portal.seconds).toFixed(2)})`
try {
  for (const portal of [released, own]) {
    // The first one installs, builds and makes the database; the second one fills the compile cache.
    await start(portal)
    await start(portal)
    portal.seconds.length = 0
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const portal of round % 2 === 0 ? [released, own] : [own, released]) await start(portal)
  }
  const ratio = median(own) / median(released)
  console.log(`${lineOf('v0.1.0', released)}\n${lineOf('this version', own)}\nratio ${ratio.toFixed(2)}, at most ${LIMIT}`)
  process.exitCode = ratio > LIMIT ? 1 : 0
} finally {
  for (const { dataDir } of [own, released]) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
}
