import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runInGroup } from './group.ts'

const node = JSON.stringify(process.execPath)
/** Never ends by itself, and not by SIGTERM either. */
const STUBBORN = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1_000); console.log(process.pid)`
const options = { cwd: tmpdir(), env: process.env, limitMs: 60_000, graceMs: 200 }

it('answers what a command printed and whether it succeeded', async () => {
  expect(await runInGroup('echo held', options)).toEqual({ success: true, overdue: false, output: 'held\n' })
  expect(await runInGroup(`${node} -e 'process.exit(3)'`, options)).toMatchObject({ success: false, overdue: false })
  expect(await runInGroup('no-such-command', options)).toMatchObject({ success: false, overdue: false })
})

it('ends a command that hangs, and all that it started', async () => {
  const { success, overdue, output } = await runInGroup(`sh -c "${node.replaceAll('"', '\\"')} -e \\"${STUBBORN}\\"; true"`, {
    ...options,
    limitMs: 1_500,
  })
  expect({ success, overdue }).toEqual({ success: false, overdue: true })
  await gone(Number(output))
})

it.each(['inherit', 'ignore'])('ends a process that a command leaves behind, whether or not it holds a pipe (%s)', async (stdio) => {
  const from = Date.now()
  const leave = `const { pid } = require('child_process').spawn('sleep', ['600'], { stdio: '${stdio}' }); console.log(pid); process.exit()`
  const { success, output } = await runInGroup(`${node} -e "${leave}"`, options)
  expect(success).toBe(true)
  expect(Date.now() - from).toBeLessThan(30_000)
  await gone(Number(output))
})

it('does not wait for a pipe that a process outside its group holds', async () => {
  const leave = `const { pid } = require('child_process').spawn('sleep', ['600'], { stdio: 'inherit', detached: true }); console.log(pid); process.exit()`
  const { success, output } = await runInGroup(`${node} -e "${leave}"`, options)
  expect(success).toBe(true)
  process.kill(Number(output))
})

it.each(['SIGINT', 'SIGTERM'] as const)('passes %s on to the group of each command', async (signal) => {
  const runner = join(import.meta.dirname, 'runner.ts')
  const hang = `console.log('pid ' + process.pid); setInterval(() => {}, 1_000)`
  const part = JSON.stringify({ name: 'hangs', commands: [`${node} -e "${hang}"`] })
  const script = `import { run } from ${JSON.stringify(runner)}; await run(${part})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  await expect.poll(() => output).toMatch(/pid \d+/)
  child.kill(signal)
  expect((await once(child, 'exit'))[0]).toBe(130)
  await gone(Number(/pid (\d+)/.exec(output)?.[1]))
})

it('counts a part that takes too long as failed, names it, and tells what it printed last', async () => {
  const runner = join(import.meta.dirname, 'runner.ts')
  const part = JSON.stringify({ name: 'Long part', commands: ['sh -c "echo first; sleep 600"', 'echo second'] })
  const script = `import { run } from ${JSON.stringify(runner)}; const { passed, failed, failures } = await run(${part}, 500); console.log({ passed, failed, failures })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const output = (await child.stdout.setEncoding('utf8').toArray()).join('')
  expect(output).toContain('Long part took longer than')
  expect(output).toContain("{ passed: 0, failed: 1, failures: [ 'first' ] }")
  expect(output).not.toContain('second')
})

async function gone(pid: number): Promise<void> {
  expect(pid).toBeGreaterThan(0)
  const alive = () => {
    try {
      process.kill(pid, 0)
      // In a container nobody may ask how it ended.
      return !(existsSync(`/proc/${pid}/stat`) && readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '))
    } catch {
      return false
    }
  }
  await expect.poll(alive).toBe(false)
}
