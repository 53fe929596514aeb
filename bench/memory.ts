import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { MB } from 'contract'

/** Resident memory of a process, in megabytes. */
export function memoryOf(pid: number): number {
  const status = `/proc/${pid}/status`
  const kilobytes = existsSync(status)
    ? /VmRSS:\s*(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return (Number(kilobytes) * 1024) / MB
}

/** The most since `forgetPeak`, or since the process began; where the system keeps no peak, what it has now. */
export function peakOf(pid: number): number {
  const status = `/proc/${pid}/status`
  const kilobytes = existsSync(status) ? /VmHWM:\s*(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] : undefined
  return kilobytes ? (Number(kilobytes) * 1024) / MB : memoryOf(pid)
}

export function forgetPeak(pid: number): void {
  const file = `/proc/${pid}/clear_refs`
  if (existsSync(file)) writeFileSync(file, '5')
}
