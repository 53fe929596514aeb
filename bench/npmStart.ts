import { spawn } from 'node:child_process'
import { once } from 'node:events'

const READY = /ready at \S+:(\d+)/

export interface Started {
  /** From the command to the line that says ready. */
  ms: number
  port: string
  stop(): Promise<void>
}

/** `npm start` of that folder, once it is ready. */
export async function npmStart(folder: string, settings: Record<string, string>): Promise<Started> {
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH: withoutOurs(PATH), HOME, TMPDIR, PORT: '0', LOG_LEVEL: 'warn', ...settings }
  const from = performance.now()
  // A process group of its own, which is what Ctrl-C ends.
  const child = spawn('npm', ['start'], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  let output = ''
  const ready = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const port = READY.exec(output)?.[1]
      if (port) ready.resolve(port)
    })
  }
  void exited.then(() => ready.reject(new Error(`npm start in ${folder} ended:\n${output}`)))
  const port = await ready.promise
  const ms = performance.now() - from
  const stop = async () => {
    process.kill(-(child.pid ?? 0), 'SIGINT')
    await exited
  }
  return { ms, port, stop }
}

/** npm puts the programs of this folder first, which are not those of the other. */
const withoutOurs = (path = ''): string =>
  path
    .split(':')
    .filter((folder) => !folder.includes('node_modules') && !folder.includes('node-gyp-bin'))
    .join(':')
