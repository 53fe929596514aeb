import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { programOf } from './program.ts'

const ROOT = join(import.meta.dirname, '..')

/** Runs `npm run portal -- ARGS` without npm; answers exit code and output. */
export async function command(
  args: string[],
  environment: Record<string, string>,
  { input = '', folder = ROOT }: { input?: string; folder?: string } = {},
) {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, [programOf('portal'), ...args], { cwd: folder, env: { PATH, HOME, TMPDIR, ...environment } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code: code as number | null, said }
}
