import { workerData } from 'node:worker_threads'
import type { Bounds } from '../inspector/job.ts'

const CHECK_INTERVAL_MS = 20

interface Watched extends Bounds {
  /** Counts starts and ends of files: odd while one is inspected. */
  state: Int32Array
}

const { state, cpu_ms, memory }: Watched = workerData
let file = 0
let began = 0
/** A separate thread ends the process when a file exceeds its bounds; a loop in the main thread cannot stop it. */
setInterval(() => {
  const used = process.cpuUsage()
  const now = (used.user + used.system) / 1_000
  const current = Atomics.load(state, 0)
  if (current !== file) began = now
  file = current
  const isLong = file % 2 === 1 && now - began > cpu_ms
  if (isLong || process.memoryUsage.rss() > memory) process.kill(process.pid, 'SIGUSR2')
}, CHECK_INTERVAL_MS)
