import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { documents } from '../db/documents.table.ts'
import { exportPerson } from './export.ts'

const portal = startPortal()
const make = given(portal)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('says of a document that was lost that it was, and leads nowhere', async () => {
  const application = await make.application(await make.company(), { passport_number: 'LOST-1' })
  const { id } = await make.document({ application_id: application.id, slot: 'photo' }, PDF)
  await make.document({ application_id: application.id, slot: 'degree' }, PDF)
  await portal.db.update(documents).set({ missing_at: portal.clock.moment.toISOString() }).where(eq(documents.id, id))
  await rm(join(portal.settings.files_dir, id))
  const path = join(folder, 'lost')
  expect(await exportPerson(portal, 'LOST-1', path, portal.clock.moment)).toBe(1)
  const report = JSON.parse(await readFile(join(path, 'person.json'), 'utf8'))
  const kept = await readdir(join(path, 'documents'))
  expect(report.documents.map((each: { path: string | null }) => each.path).toSorted()).toEqual([`documents/${kept[0]}`, null].toSorted())
  const page = await readFile(join(path, 'index.html'), 'utf8')
  expect(page.match(/href="documents\//g)).toHaveLength(1)
  expect(page).toContain(', lost</span>')
})

const MARKUP = '<img src=x onerror=alert(1)>"\'&lt;</title><script>alert(2)</script>'

describe('an export of what somebody has named to do harm (T63)', () => {
  it('is a page of words alone', async () => {
    const company = await make.company({ name: MARKUP })
    const texts = { employee_name: MARKUP, nationality: MARKUP, salary_breakup: MARKUP, passport_number: 'MARKUP-1' }
    const application = await make.application(company, texts)
    await make.document({ application_id: application.id, slot: 'photo', name: `${MARKUP}.pdf` }, PDF)
    const path = join(folder, 'markup')
    expect(await exportPerson(portal, 'MARKUP-1', path, portal.clock.moment)).toBe(1)
    const page = await readFile(join(path, 'index.html'), 'utf8')
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).not.toMatch(/<img|<script/)
    expect(page.match(/<\/title>/g)).toHaveLength(1)
    expect(page).not.toMatch(/(?:src|href)="(?!documents\/|person\.json")/)
  })

  it.each(['../../../../tmp/out', '..\\..\\out', '/etc/passwd', '..', '.', 'a\u202efdp', 'CON', '-rf'])(
    'leaves its folder for no name: %j',
    async (name) => {
      const passport_number = `PATH ${Buffer.from(name).toString('hex')}`
      const application = await make.application(await make.company({ name }), { employee_name: name, passport_number })
      await make.document({ application_id: application.id, slot: 'photo', name }, PDF)
      const path = join(folder, Buffer.from(name).toString('hex'))
      expect(await exportPerson(portal, passport_number, path, portal.clock.moment)).toBe(1)
      const [document = '', ...more] = await readdir(join(path, 'documents'))
      expect([document, more]).toEqual([expect.stringMatching(/^01_[^/\\]*_photo\.pdf$/), []])
      expect((await readFile(join(path, 'documents', basename(document)))).equals(PDF)).toBe(true)
      expect((await readdir(path)).toSorted()).toEqual(['documents', 'index.html', 'person.json'])
    },
  )
})
