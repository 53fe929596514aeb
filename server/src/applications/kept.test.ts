import { APPLICATION_SLOTS, type ApplicationSlot, listApplications, setApplicationDocuments } from 'contract'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, JPEG, PNG } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { documents } from '../db/documents.table.ts'

const portal = startPortal()
const make = given(portal)

async function office() {
  const company = await make.company()
  return { company, admin: as(portal, await make.user('admin')), customer: as(portal, await make.user('company_admin', { of: [company] })) }
}
const forget = (id: string) => portal.db.execute(sql`delete from written_applications where application_id = ${id}`)
/** Of an application, the links in its row of the list, and those in the record. */
async function linksOf({ admin, company }: Awaited<ReturnType<typeof office>>) {
  const { reply } = await admin.send(listApplications, { query: { documents: 'link', company_id: company.id } })
  return reply[0]?.documents
}

describe('the written row of an application', () => {
  it('answers the same where it is not written yet, or was written in another shape', async () => {
    const { company, admin } = await office()
    const { id } = await make.application(company, { employee_name: 'فاطمة "Zahra"', expiry_date: '2028-01-31' })
    await make.document({ application_id: id, slot: 'photo' }, JPEG)
    const read = async () => (await admin.send(listApplications, { query: { documents: 'link', company_id: company.id } })).raw.payload
    const written = await read()
    expect(written).toContain('/api/documents/')
    await portal.db.execute(
      sql`update written_applications set shape = 0, own = 'nothing', documents = 'nothing' where application_id = ${id}`,
    )
    expect(await read()).toBe(written)
    await forget(id)
    expect(await read()).toBe(written)
  })

  it.each([true, false])('has the documents of all who hand in at once, written before: %s', async (isWritten) => {
    const people = await office()
    const { id } = await make.application(people.company)
    if (!isWritten) await forget(id)
    const handIn = (slot: ApplicationSlot, sender: 'admin' | 'customer') =>
      people[sender].send(setApplicationDocuments, { params: { id }, body: { documents: { [slot]: dataString(JPEG) } } })
    await Promise.all([handIn('photo', 'admin'), handIn('degree', 'customer'), handIn('eid', 'admin'), handIn('passport_last', 'customer')])
    const links = await linksOf(people)
    const filled = APPLICATION_SLOTS.filter((slot) => links?.[slot])
    expect(filled).toEqual(['passport_last', 'photo', 'degree', 'eid'])
  })

  it('follows its documents without a lock of the application', async () => {
    const people = await office()
    const { id } = await make.application(people.company)
    const slots = fc.sample(fc.constantFrom(...APPLICATION_SLOTS), { numRuns: 12, seed: 7 })
    await Promise.all(
      slots.map(async (slot, place) => {
        const held = eq(documents.application_id, id)
        if (place % 3 === 2) await portal.db.delete(documents).where(sql`${held} and ${documents.slot} = ${slot}`)
        else await make.document({ application_id: id, slot }, place % 2 ? JPEG : PNG).catch(() => undefined)
      }),
    )
    const kept = await portal.db.select({ id: documents.id, slot: documents.slot }).from(documents).where(eq(documents.application_id, id))
    const links = Object.fromEntries(kept.map((each) => [each.slot, `/api/documents/${each.id}`]))
    const none = Object.fromEntries(APPLICATION_SLOTS.map((slot) => [slot, null]))
    expect(await linksOf(people)).toEqual({ ...none, ...links })
  })

  it('goes with its application', async () => {
    const { company } = await office()
    const { id } = await make.application(company)
    await make.document({ application_id: id, slot: 'photo' }, JPEG)
    await portal.db.execute(sql`delete from visa_applications where id = ${id}`)
    const { rows } = await portal.db.execute(sql`select from written_applications where application_id = ${id}`)
    expect(rows).toEqual([])
  })
})
