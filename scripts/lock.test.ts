import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let folder: string
const children: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** A process that takes the lock, logs that, and holds it for a while. */
function hold(ms: number): ChildProcess {
  const log = JSON.stringify(join(folder, 'log'))
  const program = `
    import { appendFileSync } from 'node:fs'
    import { withLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.mjs'))}
    withLock(${JSON.stringify(join(folder, 'held'))}, () => {
      appendFileSync(${log}, 'in ')
      process.stdout.write('in')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms})
      appendFileSync(${log}, 'out ')
    }, () => {})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return child
}

const log = () => readFileSync(join(folder, 'log'), 'utf8').trim()

describe('withLock', () => {
  it('lets one process work after the other and leaves no file behind', async () => {
    await Promise.all([hold(100), hold(100), hold(100)].map((child) => once(child, 'exit')))
    expect(log()).toBe('in out in out in out')
    expect(existsSync(join(folder, 'held'))).toBe(false)
  })

  it('takes over from a holder that was killed', async () => {
    const killed = hold(60_000)
    if (killed.stdout) await once(killed.stdout, 'data')
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    await once(hold(0), 'exit')
    expect(log()).toBe('in in out')
  })

  it('takes over where the number of a killed holder belongs to another program now', async () => {
    const other = spawn('sleep', ['60'])
    children.push(other)
    writeFileSync(join(folder, 'held'), String(other.pid))
    await once(hold(0), 'exit')
    expect(log()).toBe('in out')
  })
})
