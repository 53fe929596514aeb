import { approveTopup, listTransactions, makeTopupReference, REFERENCE_LETTERS, rejectTopup, requestTopup, switchCompany } from 'contract'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { mails } from '../db/mails.table.ts'
import { topupReferences } from '../db/wallet.table.ts'
import { drawReference, giveReference } from './references.ts'

const portal = startPortal()
const make = given(portal)
const topup = (amount = 100) => ({ body: { amount, receipt_document: dataString(PDF) } })

async function customer() {
  const [first, second] = [await make.company(), await make.company()]
  const user = await make.user('company_admin', { of: [first, second] })
  const { send } = as(portal, user)
  const reference = async () => (await send(makeTopupReference, {})).reply.reference
  return { first, second, user, send, reference }
}

describe('the reference of a top-up', () => {
  it('has eight letters that are read apart', () => {
    const drawn = Array.from({ length: 1_000 }, drawReference)
    expect(new Set(drawn).size).toBe(1_000)
    expect(new Set(drawn.join(''))).toEqual(new Set(REFERENCE_LETTERS))
    for (const each of drawn) expect(each).toHaveLength(8)
    for (const alike of '01ILOUV') expect(REFERENCE_LETTERS).not.toContain(alike)
  })

  it('is there before the payment, stays until the top-up has it, and is another one then', async () => {
    const { send, reference } = await customer()
    const given = await reference()
    expect(await reference()).toBe(given)
    expect((await send(requestTopup, topup())).reply.reference).toBe(given)
    const next = await reference()
    expect(next).not.toBe(given)
    expect((await send(requestTopup, topup())).reply.reference).toBe(next)
  })

  it('is drawn with the top-up where nobody asked for one', async () => {
    const { send } = await customer()
    expect((await send(requestTopup, topup())).reply.reference).toMatch(/^[2-9A-Z]{8}$/)
  })

  it('is of one person and one company, and one where it is asked for twice at once', async () => {
    const { first, second, user, send, reference } = await customer()
    const given = new Set(await Promise.all(Array.from({ length: 8 }, reference)))
    expect(given.size).toBe(1)
    const other = as(portal, await make.user('company_admin', { of: [first] }))
    expect(given).not.toContain((await other.send(makeTopupReference, {})).reply.reference)
    await send(switchCompany, { params: { company_id: second.id } })
    expect(given).not.toContain(await reference())
    expect(await portal.db.$count(topupReferences, eq(topupReferences.user_id, user.id))).toBe(2)
  })

  it('is none that a top-up or another person has', async () => {
    const { first, user, send } = await customer()
    const { reference: used } = (await send(requestTopup, topup())).reply
    const other = await make.user('company_admin', { of: [first] })
    const kept = await giveReference(portal.db, { user_id: other.id, company_id: first.id }, new Date().toISOString())
    const draws = [used ?? '', kept, '7KD4XMPA']
    const whose = { user_id: user.id, company_id: first.id }
    expect(await giveReference(portal.db, whose, new Date().toISOString(), () => draws.shift() ?? '')).toBe('7KD4XMPA')
  })

  it('stands in the mails of the decision, and finds the top-up', async () => {
    const { user, send } = await customer()
    const administrator = as(portal, await make.user('admin'))
    const asked = [(await send(requestTopup, topup())).reply, (await send(requestTopup, topup(200))).reply]
    await administrator.send(approveTopup, { params: { id: asked[0]?.id ?? '' }, body: {} })
    await administrator.send(rejectTopup, { params: { id: asked[1]?.id ?? '' }, body: {} })
    const told = await portal.db.select().from(mails).where(eq(mails.user_id, user.id)).orderBy(mails.id)
    expect(told.map(({ facts }) => (facts as { reference: string }).reference)).toEqual(asked.map(({ reference }) => reference))
    for (const { id, reference } of asked) {
      const q = (reference ?? '').toLowerCase().slice(1, 7)
      expect((await administrator.send(listTransactions, { query: { q } })).reply.map((row) => row.id)).toEqual([id])
      expect((await send(listTransactions, { query: { q } })).reply.map((row) => row.id)).toEqual([id])
    }
  })

  it('needs a company', async () => {
    const nobody = as(portal, await make.user('company_admin'))
    expect((await nobody.send(makeTopupReference, {})).status).toBe(409)
  })
})
