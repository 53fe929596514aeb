import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// Reads a list again and again in a thread of its own, so that its waits are the server's alone.

const { address, cookie } = workerData as { address: string; cookie: string }
const PAUSE_MS = 10
const waits: number[] = []
/** How long after its pause this thread had its turn: what the machine alone makes one wait. */
const late: number[] = []
const refused: { at: string; status: number; said: string }[] = []
let ended = false
parentPort?.once('message', () => {
  ended = true
})
while (!ended) {
  const from = performance.now()
  const answer = await fetch(address, { headers: { cookie } })
  const said = await answer.text()
  waits.push(performance.now() - from)
  if (answer.status !== 200) refused.push({ at: new Date().toISOString(), status: answer.status, said })
  const paused = performance.now()
  await sleep(PAUSE_MS)
  late.push(performance.now() - paused - PAUSE_MS)
}
parentPort?.postMessage({ waits, late, refused })
