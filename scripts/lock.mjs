import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Runs `work` while no other process holds `file`; takes over from a holder that was killed.
 * @param {string} file
 * @param {() => void} work
 * @param {() => void} onWait called once when another process is at it
 */
export function withLock(file, work, onWait) {
  for (let waiting = false; !take(file); waiting = true) {
    if (!waiting) onWait()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  try {
    work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const holder = read(file)
  // Empty: its holder is just writing its number.
  if (holder && !holds(Number(holder)) && read(file) === holder) discard(file)
  return false
}

/** Renamed first: of several that found the holder dead, only one moves the file. @param {string} file */
function discard(file) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  rmSync(aside, { force: true })
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** A number that was given to another program since does not hold the lock. @param {number} pid */
function holds(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
  }
  const command = existsSync('/proc/self/cmdline')
    ? read(`/proc/${pid}/cmdline`)
    : spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return /ensure|lock/.test(command ?? '')
}
