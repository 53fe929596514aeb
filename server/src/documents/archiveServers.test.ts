import { archiveDocuments, MB, submitApplication } from 'contract'
import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { dataString, PDF } from '../../../test/files.ts'
import { newEmployee } from '../../../test/submission.ts'
import { register, startTwoServers } from '../../../test/twoServers.ts'

const portal = startTwoServers()
const reading = new AbortController()
afterAll(() => reading.abort())

it('one archive a person, whichever server writes it, and none is blocked for good by a server that was killed', {
  timeout: 60_000,
}, async () => {
  const { as, company } = await register(portal)
  const large = dataString(Buffer.concat([PDF, Buffer.alloc(9 * MB, 'x')]))
  const documents = { passport_front: large, passport_last: large, passport_cover: large }
  const { id } = (await as.send(submitApplication, { body: newEmployee(company, { documents }) })).reply
  const archiveAt = async (server: 0 | 1) =>
    (await as.at(portal.servers[server].origin).open(archiveDocuments, reading.signal, { application_ids: id })).status
  // Nobody reads it on.
  expect(await archiveAt(0)).toBe(200)
  expect(await archiveAt(1)).toBe(429)
  await portal.servers[0].end('SIGKILL')
  expect(await archiveAt(1)).toBe(429)
  await portal.db.execute(sql`update download_places set ends_at = ends_at - interval '60 s'`)
  expect(await archiveAt(1)).toBe(200)
})
