import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { lockDataDir } from '../src/postgres/lock.ts'
import { stopOrphan } from '../src/postgres/orphan.ts'

const NAME = 'demo.json'
/** What a portal keeps in its data directory. */
const CONTENTS = ['postgres', 'postgres.new', 'postgres.log', 'files', 'keys']

const Note = z.object({ password: z.string(), accounts: z.array(z.object({ who: z.string(), email: z.string() })).nullable() })
/** What a demo's data directory remembers of itself; `accounts` is null while it is being filled. */
export type Note = z.infer<typeof Note>

/** The note of a demo that was filled to its end. */
export function readNote(dataDir: string): (Note & { accounts: object }) | undefined {
  const path = join(dataDir, NAME)
  if (!existsSync(path)) return undefined
  const { password, accounts } = Note.parse(JSON.parse(readFileSync(path, 'utf8')))
  return accounts ? { password, accounts } : undefined
}

/** Replaces the note as a whole, readable for this user only: it holds the password. */
export function writeNote(dataDir: string, note: Note): void {
  const path = join(dataDir, NAME)
  writeFileSync(`${path}.new`, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}

/** Empties the directory for a new fill: only of a demo that was interrupted, never of anything else. */
export async function clearPlace(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const isDemo = existsSync(join(dataDir, NAME))
  if (!isDemo && CONTENTS.some((name) => existsSync(join(dataDir, name))))
    throw new Error(`${dataDir} holds a portal that is no demo; it was left as it is. Set DATA_DIR to another folder.`)
  const lock = lockDataDir(dataDir)
  try {
    await stopOrphan(join(dataDir, 'postgres'))
    for (const name of CONTENTS) rmSync(join(dataDir, name), { recursive: true, force: true })
  } finally {
    lock.release()
  }
}
