import { workerData } from 'node:worker_threads'
import type { Bounds } from '../inspector/job.ts'

const CHECK_INTERVAL_MS = 20

interface Watched extends Bounds {
  /** Counts the beginnings and ends of files: odd while one is looked into. */
  state: Int32Array
}

const { state, cpu_ms, memory }: Watched = workerData
let file = 0
let began = 0
/** Ends the process that looks into files when one takes more than its bounds; no loop in the other thread keeps this one from it. */
setInterval(() => {
  const used = process.cpuUsage()
  const now = (used.user + used.system) / 1_000
  const current = Atomics.load(state, 0)
  if (current !== file) began = now
  file = current
  const isLong = file % 2 === 1 && now - began > cpu_ms
  if (isLong || process.memoryUsage.rss() > memory) process.kill(process.pid, 'SIGUSR2')
}, CHECK_INTERVAL_MS)
