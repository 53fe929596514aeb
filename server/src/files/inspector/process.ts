import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { MB } from 'contract'
import { refuse } from '../../http/errors.ts'
import type { Answer, Bounds, Job } from './job.ts'

const FAILED = 'Files cannot be checked at the moment. Please try again later.'

const IDLE_TIMEOUT_MS = 60_000
/** For a disk that hangs, which takes no processor time. */
const INSPECTION_TIMEOUT_MS = 60_000
/** A file ends the process by the watchdog, by the heap limit or by a crash of a reader. Other signals are not the file's fault. */
const SIGNALS_OF_A_FILE = new Set<NodeJS.Signals | null>(['SIGUSR2', 'SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS'])
const MAX_STDERR_LENGTH = 2_000
/**
 * Measured with scans of 10 MB and a book of 352 pages: at most 140 MB instead of 300. Further threads would collect on the server's cores;
 * marking bit by bit takes 20 MB and a sixth of the time of a scan.
 */
const LOW_MEMORY_FLAGS = [
  '--max-old-space-size=128',
  '--max-semi-space-size=1',
  '--optimize-for-size',
  '--expose-gc',
  '--single-threaded-gc',
  '--no-incremental-marking',
]

/** What a file took is kept for the next one: giving it back and asking for it anew costs a third of an inspection. */
const KEPT_MEMORY = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: String(32 * MB), MALLOC_TRIM_THRESHOLD_: String(64 * MB) }

const PROGRAM = join(import.meta.dirname, '../inside/main.ts')
const ROOT = join(import.meta.dirname, '../../../..')
/** Code and libraries; of the data the process may access the folder of unfinished files only. */
const CODE = ['server/src', 'server/package.json', 'node_modules', 'package.json'].map((path) => join(ROOT, path))

/** Inspects one file at a time; it does not keep the server running. */
export class InspectionProcess {
  readonly #child: ChildProcess
  readonly #exited: Promise<undefined>
  #idle: NodeJS.Timeout | undefined
  #said = ''
  #alive = true

  constructor(folder: string, bounds: Bounds) {
    this.#child = fork(PROGRAM, [JSON.stringify(bounds)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Without the server's environment, which has secrets.
      env: KEPT_MEMORY,
      execArgv: [
        '--permission',
        ...[...CODE, folder].map((path) => `--allow-fs-read=${path}`),
        `--allow-fs-write=${folder}`,
        '--allow-worker',
        '--disable-warning=SecurityWarning',
        ...LOW_MEMORY_FLAGS,
      ],
    })
    this.#exited = new Promise((resolve) => {
      // An error without an exit means that it could not start.
      for (const end of ['exit', 'error']) this.#child.once(end, () => resolve(this.#gone()))
    })
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-MAX_STDERR_LENGTH)
    })
    this.#hold(false)
    giveWay(this.#child.pid)
  }

  isAlive(): boolean {
    return this.#alive
  }

  async look(job: Job): Promise<Answer> {
    clearTimeout(this.#idle)
    this.#hold(true)
    const slow = setTimeout(() => this.#child.kill('SIGKILL'), INSPECTION_TIMEOUT_MS)
    try {
      return await this.#answer(job)
    } finally {
      clearTimeout(slow)
      this.#hold(false)
      this.#idle = setTimeout(() => void this.end(), IDLE_TIMEOUT_MS).unref()
    }
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle)
    this.#alive = false
    this.#hold(true)
    this.#child.kill('SIGKILL')
    await this.#exited
  }

  async #answer(job: Job): Promise<Answer> {
    const answered = new Promise<Answer>((resolve) => this.#child.once('message', (answer) => resolve(answer as Answer)))
    // If the process is gone, its exit says so.
    if (this.#child.connected) this.#child.send(job, () => undefined)
    const answer = await Promise.race([answered, this.#exited])
    if (answer) return answer
    if (SIGNALS_OF_A_FILE.has(this.#child.signalCode)) return { unchecked: true }
    console.error(`Files cannot be inspected: ${this.#child.signalCode ?? this.#said}`)
    return refuse(503, FAILED, { headers: { 'retry-after': '60' } })
  }

  #gone(): undefined {
    this.#alive = false
  }

  #hold(held: boolean): void {
    // The type does not say that a pipe is a socket.
    for (const each of [this.#child, this.#child.channel, this.#child.stderr as Socket | null]) held ? each?.ref() : each?.unref()
  }
}

/** Lowers the priority: requests come first. */
function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process is gone; its next file will notice.
  }
}
