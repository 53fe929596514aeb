import { Agent } from 'node:http'
import { loadavg } from 'node:os'
import { MB } from 'contract'
import { type CrowdedPortal, startCrowdedPortal } from '../test/crowdedPortal.ts'
import { PDF } from '../test/files.ts'
import { memoryOf } from './memory.ts'
import { ask, drive, Measured, percentile } from './traffic.ts'

// T57: many large files at once, while others walk through the screens.
const UPLOADS = Number(process.env.BENCH_UPLOADS ?? 200)
const FILE = Buffer.concat([PDF, Buffer.alloc(5 * MB - PDF.length, '%padding\n')])
const OTHERS = { users: 20, pauseMs: 500 }
const LIMITS = { memory: 512, p95: 500 }

/** All at once, spread over the customers; resolves with the last answer. */
async function uploadAll({ server, viewers }: CrowdedPortal, measured: Measured): Promise<void> {
  const agent = new Agent({ maxSockets: UPLOADS })
  const customers = viewers.filter(({ role }) => role === 'company_admin')
  const send = async (place: number) => {
    const more = { 'content-type': 'application/pdf', 'content-length': FILE.length, 'x-file-name': 'passport.pdf' }
    const headers = { ...customers[place % customers.length]?.headers, ...more }
    const answer = await ask(`${server.origin}/api/documents`, { agent, headers, body: FILE })
    measured.add(String(answer.status), answer)
  }
  await Promise.all(Array.from({ length: UPLOADS }, (_, place) => send(place)))
}

const portal = await startCrowdedPortal({ applications: 1_000, companies: 50 })
try {
  const pid = portal.server.child.pid ?? 0
  const [before, during, uploads] = [new Measured(), new Measured(), new Measured()]
  console.log(`the machine's load before: ${loadavg()[0]?.toFixed(1)}`)
  await drive(portal, { ...OTHERS, ms: 3_000 }, new Measured())
  await drive(portal, { ...OTHERS, ms: 5_000 }, before)
  let most = memoryOf(pid)
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, 50)
  const from = performance.now()
  let over = false
  const uploading = uploadAll(portal, uploads).finally(() => {
    over = true
  })
  while (!over) await drive(portal, { ...OTHERS, ms: 1_000 }, during)
  await uploading
  clearInterval(watch)
  const seconds = (performance.now() - from) / 1_000
  const [quiet, busy] = [before, during].map((each) => percentile(each.all(), 0.95)) as [number, number]
  console.log(
    `${UPLOADS} files of 5 MB at once: ${seconds.toFixed(1)} s, ${[...uploads.times].map(([status, times]) => `${times.length} answered ${status} in ${(percentile(times, 1) / 1_000).toFixed(1)} s at most`).join(', ')}`,
  )
  console.log(`memory of the server: at most ${most.toFixed(0)} MB (limit ${LIMITS.memory})`)
  console.log(
    `others: p95 ${busy.toFixed(0)} ms (limit ${LIMITS.p95}), ${quiet.toFixed(0)} ms before, ratio ${(busy / quiet).toFixed(1)}; ${during.failures()} refused`,
  )
  process.exitCode = most >= LIMITS.memory || busy >= LIMITS.p95 || uploads.failures([201]) + during.failures() > 0 ? 1 : 0
} finally {
  await portal.stop()
}
