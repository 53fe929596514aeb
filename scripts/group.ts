import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

interface Options {
  cwd: string
  env: NodeJS.ProcessEnv
  /** How long it may take. */
  limitMs: number
  /** Between SIGTERM and SIGKILL. */
  graceMs?: number
}

export interface Ended {
  success: boolean
  /** It was stopped because it took longer than its limit. */
  overdue: boolean
  output: string
}

const GRACE_MS = 10_000

const running = new Set<number>()
process.once('exit', () => {
  for (const group of running) signalGroup(group, 'SIGKILL')
})

/**
 * Runs a command of the shell in a process group of its own, and shows what it prints. None of the group is left when it ends, so that
 * nothing can be waited for forever.
 */
export async function runInGroup(command: string, { cwd, env, limitMs, graceMs = GRACE_MS }: Options): Promise<Ended> {
  const child = spawn(`exec ${command}`, {
    cwd,
    env,
    shell: true,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const group = child.pid
  if (group === undefined) {
    const [error] = (await once(child, 'error')) as [Error]
    return { success: false, overdue: false, output: error.message }
  }
  running.add(group)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      process.stdout.write(text)
    })
  }
  // A pipe stays open as long as any process holds it: its end is worth waiting for, but not forever.
  const closed = new Promise((resolve) => child.once('close', resolve))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let overdue = false
  const limit = setTimeout(() => {
    overdue = true
    void endGroup(group, graceMs)
  }, limitMs)
  const code = await exited
  clearTimeout(limit)
  await endGroup(group, graceMs)
  running.delete(group)
  await Promise.race([closed, sleep(graceMs, undefined, { ref: false })])
  for (const stream of [child.stdout, child.stderr]) stream.destroy()
  return { success: code === 0 && !overdue, overdue, output }
}

/** Passes a signal on to every command that runs, and waits until none of their processes is left. */
export async function stopGroups(signal: NodeJS.Signals): Promise<void> {
  await Promise.all([...running].map((group) => endGroup(group, GRACE_MS, signal)))
}

async function endGroup(group: number, graceMs: number, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const until = Date.now() + graceMs
  if (!signalGroup(group, signal)) return
  while (Date.now() < until) {
    await sleep(20)
    if (!signalGroup(group, 0)) return
  }
  signalGroup(group, 'SIGKILL')
}

/** False when nobody is left in the group. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal)
  } catch {
    return false
  }
}
