import { deleteDraft, getDocument, getDraft, saveDraft, submitApplication, uploadDocument } from 'contract'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { startSession } from '../auth/sessions.ts'
import { drafts } from '../db/drafts.table.ts'
import { sweepDocuments } from '../documents/sweeper.ts'
import { sweepDrafts } from './sweeper.ts'

const portal = startPortal()
const make = given(portal)
const params = { kind: 'new' } as const

const customer = async () => {
  const company = await make.company()
  const user = await make.user('company_admin', { of: [company] })
  return { company, user, query: { company_id: company.id }, ...as(portal, user) }
}
const hoursLater = (hours: number) => new Date(START.getTime() + hours * 3_600_000)

describe('PUT /drafts/{kind}', () => {
  it('gives back what was typed, to its user and for its company alone', async () => {
    const { company, query, send } = await customer()
    const fields = { employee_name: 'سارة خان', salary_breakup: '4,000\n2,000', documents: {} }
    expect((await send(saveDraft, { params, query, body: { fields } })).status).toBe(200)
    expect((await send(getDraft, { params, query })).reply).toEqual({
      kind: 'new',
      company_id: company.id,
      fields,
      files: [],
      saved_at: START.toISOString(),
    })
    const colleague = as(portal, await make.user('company_admin', { of: [company] }))
    expect((await colleague.send(getDraft, { params, query })).reply).toBeNull()
    expect((await send(getDraft, { params: { kind: 'renewal' }, query })).reply).toBeNull()
  })

  it('keeps nothing readable in the database (U38)', async () => {
    const { query, send } = await customer()
    await send(saveDraft, { params, query, body: { fields: { passport_number: 'CANARY-PASSPORT' } } })
    const rows = await portal.db.select().from(drafts)
    expect(rows.some((row) => row.sealed.includes('CANARY-PASSPORT'))).toBe(false)
  })

  it('is one draft, whatever the case of the company id', async () => {
    const { company, query, send } = await customer()
    await send(saveDraft, { params, query: { company_id: company.id.toUpperCase() }, body: { fields: { mobile: '1' } } })
    expect((await send(getDraft, { params, query })).reply).toMatchObject({ company_id: company.id, fields: { mobile: '1' } })
  })

  it('takes no place of a draft that its sender has not seen', async () => {
    const { query, send } = await customer()
    const save = async (mobile: string, replaces?: string) => {
      portal.clock.moment = new Date(portal.clock.moment.getTime() + 1_000)
      return send(saveDraft, { params, query, body: { fields: { mobile }, replaces } })
    }
    const first = (await save('1', '')).reply.saved_at
    expect((await save('2', '')).status).toBe(412)
    const second = (await save('2', first)).reply.saved_at
    const stale = await save('3', first)
    expect([stale.status, stale.problem.detail]).toEqual([412, 'This draft was changed in the meantime'])
    expect((await send(getDraft, { params, query })).reply).toMatchObject({ fields: { mobile: '2' }, saved_at: second })
    expect((await save('4')).status).toBe(200)
    await send(deleteDraft, { params, query })
    expect((await save('5', second)).status).toBe(412)
    expect((await send(getDraft, { params, query })).reply).toBeNull()
  })

  it('keeps one of two that are saved at once', async () => {
    const { query, send } = await customer()
    const body = (mobile: string) => ({ fields: { mobile }, replaces: '' })
    const answers = await Promise.all(['1', '2'].map((mobile) => send(saveDraft, { params, query, body: body(mobile) })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
  })

  it('is refused when it is deeper than any form (T25)', async () => {
    const { query, send } = await customer()
    const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
    const save = async (depth: number) => (await send(saveDraft, { params, query, body: { fields: { a: nested(depth) } } })).status
    expect([await save(20), await save(21), await save(3_000)]).toEqual([200, 422, 422])
  })

  it('is replaced by the next and thrown away on request', async () => {
    const { query, send } = await customer()
    await send(saveDraft, { params, query, body: { fields: { mobile: '1' } } })
    await send(saveDraft, { params, query, body: { fields: { mobile: '2' } } })
    expect((await send(getDraft, { params, query })).reply?.fields).toEqual({ mobile: '2' })
    expect((await send(deleteDraft, { params, query })).status).toBe(204)
    expect((await send(getDraft, { params, query })).reply).toBeNull()
  })

  it('is gone once the application is submitted', async () => {
    const { company, query, send } = await customer()
    await send(saveDraft, { params, query, body: { fields: { mobile: '1' } } })
    await send(submitApplication, { body: newEmployee(company) })
    expect((await send(getDraft, { params, query })).reply).toBeNull()
  })

  it('keeps the uploads it names, for 30 days (D1)', async () => {
    const { user, query, send } = await customer()
    const upload = async () =>
      (await send(uploadDocument, { body: PDF as never }, { 'content-type': 'application/pdf', 'x-file-name': 'a.pdf' })).reply
    const named = await upload()
    const forgotten = await upload()
    await send(saveDraft, { params, query, body: { fields: { documents: { passport_front: named.url } } } })
    await sweepDocuments(portal, hoursLater(25))
    expect((await send(getDocument, { params: { id: named.id } })).status).toBe(200)
    expect((await send(getDocument, { params: { id: forgotten.id } })).status).toBe(404)
    await sweepDrafts(portal.db, hoursLater(30 * 24 + 1))
    await sweepDocuments(portal, hoursLater(30 * 24 + 1))
    expect((await as(portal, user).send(getDocument, { params: { id: named.id } })).status).toBe(404)
  })

  it('tells which of its files can still be handed in', async () => {
    const { company, query, send } = await customer()
    const headers = { 'content-type': 'application/pdf', 'x-file-name': 'a.pdf' }
    const file = (await send(uploadDocument, { body: PDF as never }, headers)).reply
    const body = { fields: { documents: { passport_front: file.url, photo: '/api/documents/00000000-0000-7000-8000-000000000000' } } }
    expect((await send(saveDraft, { params, query, body })).reply.files).toEqual([file])
    expect((await send(getDraft, { params, query })).reply).toMatchObject({ ...body, files: [file] })
    await send(saveDraft, { params: { kind: 'renewal' }, query, body })
    await send(submitApplication, { body: newEmployee(company, { documents: { passport_front: file.url } }) })
    expect((await send(getDraft, { params: { kind: 'renewal' }, query })).reply).toMatchObject({ ...body, files: [] })
  })

  it('tells nothing of a file that it names and somebody else uploaded (T17)', async () => {
    const { query, send } = await customer()
    const headers = { 'content-type': 'application/pdf', 'x-file-name': 'foreign.pdf' }
    const foreign = (await (await customer()).send(uploadDocument, { body: PDF as never }, headers)).reply
    const body = { fields: { documents: { passport_front: foreign.url } } }
    expect((await send(saveDraft, { params, query, body })).reply.files).toEqual([])
    expect((await send(getDraft, { params, query })).reply?.files).toEqual([])
  })

  it('refuses a foreign company and a draft that is no form', async () => {
    const { send, query } = await customer()
    const foreign = { company_id: (await make.company()).id }
    expect((await send(saveDraft, { params, query: foreign, body: { fields: {} } })).status).toBe(404)
    expect((await send(saveDraft, { params, query, body: { fields: { notes: 'x'.repeat(100_001) } } })).status).toBe(413)
  })

  it('is of one company to its own people alone: reading, saving and throwing away', async () => {
    const { query, send } = await customer()
    await send(saveDraft, { params, query, body: { fields: { mobile: '1' } } })
    const stranger = await customer()
    const answers = [
      await stranger.send(getDraft, { params, query }),
      await stranger.send(saveDraft, { params, query, body: { fields: { mobile: '2' } } }),
      await stranger.send(deleteDraft, { params, query }),
    ]
    expect(answers.map(({ status, problem }) => [status, problem.detail])).toEqual(Array(3).fill([404, 'Company not found']))
    expect((await send(getDraft, { params, query })).reply?.fields).toEqual({ mobile: '1' })
  })

  it('keeps no upload of somebody else that it names', async () => {
    const { company, query, send } = await customer()
    const colleague = as(portal, await make.user('company_admin', { of: [company] }))
    const headers = { 'content-type': 'application/pdf', 'x-file-name': 'a.pdf' }
    const file = (await colleague.send(uploadDocument, { body: PDF as never }, headers)).reply
    const { reply } = await send(saveDraft, { params, query, body: { fields: { documents: { photo: file.url } } } })
    expect(reply.files).toEqual([])
    expect((await send(getDraft, { params, query })).reply?.files).toEqual([])
    expect((await send(getDocument, { params: { id: file.id } })).status).toBe(404)
    await sweepDocuments(portal, hoursLater(25))
    expect((await colleague.send(getDocument, { params: { id: file.id } })).status).toBe(404)
  })

  it.each([
    ['__proto__', '{"fields":{"__proto__":{"role":"admin"}}}', 400],
    ['__proto__ in other letters', '{"fields":{"\\u005f_proto__":{"role":"admin"}}}', 400],
    ['__proto__ further down', '{"fields":{"a":[{"__proto__":{"role":"admin"}}]}}', 400],
    ['a constructor', '{"fields":{"constructor":{"a":1}}}', 200],
    ['the depth of 100,000', `{"fields":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`, 422],
    ['a width of 100,000', `{"fields":{"a":[${Array(100_000).fill(1)}]}}`, 413],
  ])('with %s harms nobody', async (_, payload, status) => {
    const { user, query, send } = await customer()
    const cookie = `session=${await startSession(portal.db, user.id, portal.clock.moment)}`
    const answer = await portal.app.inject({
      method: 'PUT',
      url: `/api/drafts/new?company_id=${query.company_id}`,
      headers: { cookie, 'content-type': 'application/json' },
      payload,
    })
    expect(answer.statusCode).toBe(status)
    expect(({} as { role?: string }).role).toBeUndefined()
    expect((await send(getDraft, { params, query })).reply?.fields).toEqual(status === 200 ? { constructor: { a: 1 } } : undefined)
  })
})
