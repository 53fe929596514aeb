import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { refuse } from '../../http/errors.ts'
import type { Answer, Bounds, Job } from './job.ts'

const FAILED = 'Files cannot be checked at the moment. Please try again later.'

const IDLE_TIMEOUT_MS = 60_000
/** A disk that stands still takes no processor time. */
const INSPECTION_TIMEOUT_MS = 60_000
/** How a file ends the process: by a bound of watchdog.ts, by the heap's, or by a fault of a reader. Other ends are not the file's. */
const SIGNALS_OF_A_FILE = new Set<NodeJS.Signals | null>(['SIGUSR2', 'SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS'])
/** Of what a process says when it cannot begin. */
const MAX_STDERR_LENGTH = 2_000
/** Measured with scans of 10 MB and a book of 352 pages, one after the other: at most 165 MB in place of 300. */
const LOW_MEMORY_FLAGS = ['--max-old-space-size=128', '--max-semi-space-size=1', '--optimize-for-size', '--expose-gc']

const PROGRAM = join(import.meta.dirname, '../inside/main.ts')
const ROOT = join(import.meta.dirname, '../../../..')
/** The code and its libraries; of the portal's data the process may see the folder of unfinished files alone. */
const CODE = ['server/src', 'server/package.json', 'node_modules', 'package.json'].map((path) => join(ROOT, path))

/** A process that looks into one file at a time; it does not keep the server from ending. */
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
      // Nothing of the server's settings, which hold secrets.
      env: { MALLOC_ARENA_MAX: '1' },
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
      // An error without an exit: it could not begin.
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
    // Where it ended meanwhile or could not begin, that is told by its end.
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
    // A pipe is a socket, which its type does not tell.
    for (const each of [this.#child, this.#child.channel, this.#child.stderr as Socket | null]) held ? each?.ref() : each?.unref()
  }
}

/** Whoever reads and writes comes first. */
function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process is gone already, which its next file tells.
  }
}
