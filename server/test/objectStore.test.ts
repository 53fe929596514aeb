import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadDocument } from 'contract'
import { describe, expect, it, vi } from 'vitest'
import { command } from '../../test/command.ts'
import { startFaulty, UPLOAD } from '../../test/faulty.ts'
import { PDF } from '../../test/files.ts'
import { IS_SWIFT, startObjectServer } from '../../test/objectServer.ts'
import { programOf } from '../../test/program.ts'
import { startServer } from '../../test/serverProcess.ts'
import type { Client } from '../../test/twoServers.ts'
import { MARK } from '../src/files/objects.ts'

const objects = startObjectServer()
const faulty = startFaulty()
const NUMBER = 9

const upload = async (as: Client): Promise<string> => ((await (await as.raw(uploadDocument, PDF, UPLOAD)).json()) as { id: string }).id

async function uploads(as: Client, number: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < number) ids.push(await upload(as))
  return ids
}

/** How many of them this server gives back as they were. */
async function readable(as: Client, ids: string[]): Promise<number> {
  const found = await Promise.all(ids.map((id) => as.bytes(`/documents/${id}`)))
  return found.filter((bytes) => bytes?.equals(PDF)).length
}

const stored = async (prefix: string) => (await objects.names(prefix)).filter((name) => name !== MARK)
const settingsOf = (more: Record<string, string>) => ({ DATA_DIR: faulty.dataDir, DATABASE_URL: faulty.database.url, ...more })

async function again(as: Client, settings: Record<string, string>): Promise<Client> {
  await faulty.server.end('SIGTERM')
  faulty.server = await startServer(settingsOf(settings))
  return as.at(faulty.server.origin)
}

describe('a portal that moves to a bucket', () => {
  it('gives every document back in each phase, also where the copy is killed half way', async () => {
    const { as } = await faulty.start({ DATABASE_URL: faulty.database.url })
    const before = await uploads(as, NUMBER)
    const moving = { ...objects.settings('moved'), FILES_ALSO: 'folder' }
    const during = await again(as, moving)
    const [later] = await uploads(during, 1)
    expect([await stored('moved'), await readable(during, before)]).toEqual([[later], NUMBER])

    let puts = 0
    objects.before = async (context, next) => {
      if (context.method !== 'PUT' || context.path.endsWith(MARK)) return next()
      // Swift refuses these, and they are sent again.
      if ((IS_SWIFT && context.headers['if-none-match']) || ++puts <= 4) return next()
      await new Promise(() => undefined)
    }
    const { PATH, HOME, TMPDIR } = process.env
    const env = { PATH, HOME, TMPDIR, ...settingsOf(moving) }
    const child = spawn(process.execPath, [programOf('portal'), 'files', 'copy'], { env, stdio: 'ignore' })
    const exited = once(child, 'exit')
    await vi.waitUntil(() => puts > 4, { timeout: 60_000 })
    child.kill('SIGKILL')
    await exited
    expect((await stored('moved')).length).toBeLessThan(NUMBER + 1)
    expect(await readable(during, [...before, later ?? ''])).toBe(NUMBER + 1)

    objects.before = undefined
    const resumed = await command(['files', 'copy'], settingsOf(moving))
    expect(resumed.said).toContain('Every document is there.')
    expect(resumed.said).toMatch(
      /^[45] documents were copied to s3:\/\/documents\/moved and proven by their hashes; [56] were there already\./m,
    )
    for (const id of before) await rm(join(faulty.dataDir, 'files', id))
    expect(await readable(during, [...before, later ?? ''])).toBe(NUMBER + 1)
  })
})
