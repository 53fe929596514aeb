import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadDocument } from 'contract'
import { describe, expect, it, vi } from 'vitest'
import { command } from '../../test/command.ts'
import { emptyDatabase, freshDatabase } from '../../test/database.ts'
import { startFaulty, UPLOAD } from '../../test/faulty.ts'
import { PDF } from '../../test/files.ts'
import { startObjectServer } from '../../test/objectServer.ts'
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

async function anotherPlace(make = freshDatabase) {
  const [database, dataDir] = [await make(), await mkdtemp(join(tmpdir(), 'another-'))]
  faulty.stops.push(
    () => database.drop(),
    () => rm(dataDir, { recursive: true, force: true }),
  )
  return { DATABASE_URL: database.url, DATA_DIR: dataDir }
}

describe('a portal that moves to a bucket', () => {
  it('gives every document back in each phase, also where the copy is killed half way', async () => {
    const { as } = await faulty.start({ DATABASE_URL: faulty.database.url })
    const before = await uploads(as, NUMBER)
    const bucket = objects.settings('moved')
    const moving = { ...bucket, FILES_ALSO: 'folder' }
    const during = await again(as, moving)
    const [later] = await uploads(during, 1)
    expect([await stored('moved'), await readable(during, before)]).toEqual([[later], NUMBER])

    let puts = 0
    objects.before = async (context, next) => {
      if (context.method !== 'PUT' || ++puts <= 4) return next()
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
    expect(await readable(await again(as, bucket), [...before, later ?? ''])).toBe(NUMBER + 1)
  })
})

describe('one prefix', () => {
  it('is one installation’s: another is refused, and so is a restored copy, which leaves every object there', async () => {
    const bucket = objects.settings('owned')
    const { as } = await faulty.start({ DATABASE_URL: faulty.database.url, ...bucket })
    const ids = await uploads(as, 3)
    const foreign = `s3://documents/owned belongs to another installation of the portal. Name a prefix of this one’s own in FILES_URL.`
    await expect(startServer({ ...(await anotherPlace()), ...bucket })).rejects.toThrow(foreign)

    const [file, rows] = [join(faulty.dataDir, 'whole.backup'), join(faulty.dataDir, 'rows.backup')]
    const key = { MASTER_KEY_FILE: join(faulty.dataDir, 'keys/master.key') }
    expect((await command(['backup', file], settingsOf(bucket))).said).toMatch(/ and 3 documents, /)
    expect((await command(['backup', rows, '--rows'], settingsOf(bucket))).said).toMatch(/ and the list of 3 documents, /)

    const copy = { ...(await anotherPlace(emptyDatabase)), ...key }
    const occupied = await command(['restore', file], { ...copy, ...bucket })
    expect(occupied.said).toContain('s3://documents/owned is not empty. Nothing was touched.')
    const own = objects.settings('copied')
    let puts = 0
    objects.before = async (context, next) => {
      if (context.method !== 'PUT' || ++puts < 3) return next()
      context.req.resume()
      context.status = 403
    }
    expect((await command(['restore', file], { ...copy, ...own })).code).toBe(1)
    expect(await objects.names('copied')).toEqual([])
    objects.before = undefined
    const restored = await command(['restore', file, '--all'], { ...copy, ...own })
    expect(restored.said).toContain('3 documents were opened with the master key.')
    expect((await stored('copied')).toSorted()).toEqual(ids.toSorted())
    await expect(startServer({ ...copy, ...bucket })).rejects.toThrow(foreign)

    const later = await upload(as)
    await faulty.server.end('SIGTERM')
    const same = { ...(await anotherPlace(emptyDatabase)), ...key, ...bucket }
    expect((await command(['restore', rows], same)).said).toContain('3 documents taken at random were opened with the master key.')
    faulty.server = await startServer(same)
    await command(['files', 'sweep', '--yes'], same)
    expect((await stored('owned')).toSorted()).toEqual([...ids, later].toSorted())
  })

  it('must hold each document that a backup of rows lists', async () => {
    const bucket = objects.settings('lacking')
    const { as } = await faulty.start({ DATABASE_URL: faulty.database.url, ...bucket })
    const [lost = ''] = await uploads(as, 2)
    const rows = join(faulty.dataDir, 'rows.backup')
    await command(['backup', rows, '--rows'], settingsOf(bucket))
    await rm(objects.pathOf('lacking', lost))
    const place = { ...(await anotherPlace(emptyDatabase)), MASTER_KEY_FILE: join(faulty.dataDir, 'keys/master.key'), ...bucket }
    const { code, said } = await command(['restore', rows], place)
    expect([code, said]).toEqual([
      1,
      expect.stringContaining(`1 of 2 documents of the backup are not in the store, the first one ${lost}.`),
    ])
    const another = await command(['backup', `${rows}2`, '--rows'], settingsOf(bucket))
    expect(another.said).toContain(`The file of the document ${lost} is not in the store. No backup was written.`)
  })
})
