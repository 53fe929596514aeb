import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { findGivenKey, markOf } from '../keys/masterKey.ts'
import type { Settings } from '../settings.ts'
import { MasterKey } from '../settingTypes.ts'

type Given = Pick<Settings, 'master_key' | 'data_dir'>

/** The master key of the settings, of DATA_DIR, or asked for; throws if it is not the backup's. */
export async function findKeyFor(mark: string, settings: Given, ask: () => Promise<string | undefined>): Promise<Buffer> {
  const key = (await findGivenKey(settings)) ?? parseKey(await ask())
  if (markOf(key) === mark) return key
  throw new Error(
    'The master key is not the one that encrypted the documents of this backup. Nothing was touched. Set MASTER_KEY_FILE to the right key.',
  )
}

function parseKey(text: string | undefined): Buffer {
  const read = MasterKey.safeParse(text ?? '')
  if (read.success) return read.data
  throw new Error('A master key is 32 bytes as 64 hexadecimal digits or base64. Nothing was touched. Type it, or set MASTER_KEY_FILE.')
}

/** From the terminal, without echo, or from a pipe. */
export async function askForKey(): Promise<string | undefined> {
  process.stderr.write('The master key of the backup: ')
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: process.stdin.isTTY === true })
  lines.on('SIGINT', () => lines.close())
  try {
    for await (const line of lines) return line
    return undefined
  } finally {
    lines.close()
    process.stdin.unref?.()
    process.stderr.write('\n')
  }
}
