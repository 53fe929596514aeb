import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getDocument, HOUR_MS, submitApplication, uploadDocument } from 'contract'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { documents } from '../db/documents.table.ts'
import { countOrphans, removeOrphans, sweepDocuments } from './sweeper.ts'

const portal = startPortal()
const make = given(portal)
// A file's age is in its id, which the real clock made.
const inHours = (hours: number) => new Date(Math.max(Date.now(), portal.clock.moment.getTime()) + hours * HOUR_MS)
const files = async () => (await readdir(portal.settings.files_dir)).filter((name) => name !== 'tmp')

async function customer() {
  portal.clock.moment = new Date()
  const company = await make.company()
  const { send } = as(portal, await make.user('company_admin', { of: [company] }))
  const upload = async () => (await send(uploadDocument, { body: PDF as never }, { 'content-type': 'application/pdf' })).reply
  const submit = (photo: string) => send(submitApplication, { body: newEmployee(company, { documents: { photo } }) })
  return { send, upload, submit }
}

describe('sweepDocuments', () => {
  it('removes an upload that nobody used for a day, and no other file', async () => {
    const { send, upload, submit } = await customer()
    const [used, unused] = [await upload(), await upload()]
    await submit(used.url)
    await sweepDocuments(portal, inHours(23))
    expect(await files()).toContain(unused.id)
    await sweepDocuments(portal, inHours(25))
    expect((await files()).toSorted()).toEqual([used.id, unused.id])
    await sweepDocuments(portal, inHours(50))
    expect(await files()).toEqual([used.id])
    expect((await send(getDocument, { params: { id: unused.id } })).status).toBe(404)
    expect((await send(getDocument, { params: { id: used.id } })).status).toBe(200)
  })

  it('removes a file that two rounds a day apart find without a row', async () => {
    const { id } = await portal.files.write(PDF)
    for (const hours of [23, 25, 48]) {
      await sweepDocuments(portal, inHours(hours))
      expect(await files()).toContain(id)
    }
    await sweepDocuments(portal, inHours(50))
    expect(await files()).not.toContain(id)
    expect(await countOrphans(portal.db, inHours(50))).toEqual({ found: 0, ripe: 0 })
  })

  it('keeps a file that has a row again in the second round', async () => {
    const { upload } = await customer()
    const { id } = await upload()
    const [row] = await portal.db.delete(documents).where(eq(documents.id, id)).returning()
    await sweepDocuments(portal, inHours(25))
    await portal.db.insert(documents).values(row as typeof documents.$inferInsert)
    expect(await removeOrphans(portal, inHours(50))).toBe(0)
    expect(await files()).toContain(id)
  })

  it('removes at most a thousand in a round, unless it is told to', async () => {
    const ids = Array.from({ length: 1_003 }, () => v7())
    await Promise.all(ids.map((id) => writeFile(join(portal.settings.files_dir, id), '')))
    await sweepDocuments(portal, inHours(25))
    const before = (await files()).length
    await sweepDocuments(portal, inHours(50))
    expect(before - (await files()).length).toBe(1_000)
    const { ripe } = await countOrphans(portal.db, inHours(50))
    expect(await removeOrphans(portal, inHours(50), Number.POSITIVE_INFINITY)).toBe(ripe)
    expect((await files()).filter((name) => ids.includes(name))).toEqual([])
  })

  it('never parts a row from its file while files are attached and two servers sweep', async () => {
    const { upload, submit } = await customer()
    const uploads = await Promise.all(Array.from({ length: 10 }, upload))
    const sweep = () => sweepDocuments(portal, inHours(25))
    const [answers] = await Promise.all([Promise.all(uploads.map(({ url }) => submit(url))), sweep(), sweep()])
    await removeOrphans(portal, inHours(50))
    for (const [index, { status }] of answers.entries()) {
      const id = uploads[index]?.id ?? ''
      const rows = await portal.db.$count(documents, eq(documents.id, id))
      expect([rows, (await files()).includes(id)]).toEqual(status === 201 ? [1, true] : [0, false])
    }
  })
})
