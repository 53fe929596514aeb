import {
  addNote,
  addStage,
  calls,
  getApplication,
  getDocument,
  getUnreadNotices,
  listApplicationHistory,
  listMessages,
  listNotes,
  MAX_MESSAGES_PER_HOUR,
  readMessages,
  sendMessage,
  setApplicationDocuments,
  updateStage,
  uploadDocument,
} from 'contract'
import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { as } from '../../../test/as.ts'
import { dataString, JPEG, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { deliverDue } from '../../../test/mailDelivery.ts'
import { startPortal } from '../../../test/portal.ts'
import { startMailServer } from '../../../test/smtp.ts'
import { applications } from '../db/applications.table.ts'
import { documents } from '../db/documents.table.ts'
import { internalNotes, messages } from '../db/messages.table.ts'

const portal = startPortal({ QUOTA_FILES_PER_HOUR: '100' })
const server = startMailServer()
const make = given(portal)

async function office() {
  const company = await make.company()
  const email = `sara.${v7()}@people.example`
  const application = await make.application(company, { email })
  const people = {
    admin: await make.user('admin', { full_name: 'Huda Salem' }),
    manager: await make.user('company_admin', { of: [company] }),
    person: await make.user('employee', { of: [company], email, email_verified_at: '2026-11-01T00:00:00.000Z' }),
  }
  const { admin, manager, person } = people
  return {
    company,
    params: { id: application.id },
    people,
    admin: as(portal, admin),
    manager: as(portal, manager),
    person: as(portal, person),
  }
}

const later = (ms: number) => {
  portal.clock.moment = new Date(portal.clock.moment.getTime() + ms)
}

const answeredAt = async ({ id }: { id: string }) =>
  (await portal.db.select({ at: applications.answered_at }).from(applications).where(eq(applications.id, id)))[0]?.at

describe('POST /visa-applications/{id}/messages', () => {
  it('is read by the other side, newest first, with what was written as it is', async () => {
    const { admin, manager, params } = await office()
    const text = '<b>Clearer</b> scan, please:\nhttps://icp.example/photo'
    const sent = await admin.send(sendMessage, { params, body: { text } })
    expect([sent.status, sent.reply.own, sent.reply.read]).toEqual([201, true, true])
    later(1_000)
    await manager.send(sendMessage, { params, body: { text: 'Here it is', documents: [dataString(PDF), dataString(JPEG, 'image/jpeg')] } })
    const { items, total } = await admin.list(listMessages, { params, query: {} })
    expect(total).toBe(2)
    expect(items).toMatchObject([
      {
        author_name: 'Layla Nasser',
        side: 'company',
        own: false,
        text: 'Here it is',
        documents: [{ type: 'application/pdf' }, { type: 'image/jpeg' }],
      },
      { author_name: 'Huda Salem', side: 'provider', own: true, text, documents: [] },
    ])
  })

  it('comes in pages that lose and repeat nothing', async () => {
    const { admin, params } = await office()
    for (const text of ['1', '2', '3', '4', '5']) {
      await admin.send(sendMessage, { params, body: { text } })
      later(1)
    }
    const first = await admin.list(listMessages, { params, query: { limit: 2 } })
    const second = await admin.list(listMessages, { params, query: { limit: 3, cursor: first.next } })
    expect([...first.items, ...second.items].map(({ text }) => text)).toEqual(['5', '4', '3', '2', '1'])
    expect(second.next).toBeUndefined()
  })

  it('takes a text of 5,000 characters, or files without one, and refuses the rest by name', async () => {
    const { manager, params } = await office()
    const status = async (body: object) => (await manager.send(sendMessage, { params, body })).status
    expect(await status({ text: 'ع'.repeat(5_000) })).toBe(201)
    expect(await status({ documents: [dataString(PDF)] })).toBe(201)
    const refused = async (body: object) => (await manager.send(sendMessage, { params, body })).problem.errors?.[0]
    expect(await refused({ text: 'x'.repeat(5_001) })).toEqual({ field: 'text', detail: 'Text must be at most 5000 characters' })
    expect(await refused({ text: '  \n ' })).toEqual({ field: 'text', detail: 'Text is required' })
    expect(await refused({ text: 'a\u0000b' })).toMatchObject({ field: 'text' })
    expect(await refused({ documents: Array(6).fill(dataString(PDF)) })).toMatchObject({ field: 'documents' })
    expect(await refused({ documents: ['data:text/html;base64,PGI+'] })).toMatchObject({ field: 'documents.0' })
    expect(await portal.db.$count(messages, eq(messages.application_id, params.id))).toBe(2)
  })

  it('takes no file of somebody else, and then stores nothing', async () => {
    const [here, there] = [await office(), await office()]
    const headers = { 'content-type': 'application/pdf', 'x-file-name': 'a.pdf' }
    const { reply: theirs } = await there.manager.send(uploadDocument, { body: PDF as never }, headers)
    const body = { text: 'Mine', documents: [dataString(JPEG, 'image/jpeg'), theirs.url] }
    const { status, problem } = await here.manager.send(sendMessage, { params: here.params, body })
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'documents.1'])
    expect(await portal.db.$count(messages, eq(messages.application_id, here.params.id))).toBe(0)
  })

  it('opens its files to both sides, and to nobody else: not to the person, not to another company', async () => {
    const { manager, admin, person, params } = await office()
    const { reply } = await manager.send(sendMessage, { params, body: { documents: [dataString(PDF)] } })
    const file = { params: { id: reply.documents[0]?.id ?? '' }, query: {} }
    const statuses = []
    for (const who of [admin, manager, person, (await office()).manager]) statuses.push((await who.send(getDocument, file)).status)
    expect(statuses).toEqual([200, 200, 404, 404])
    expect((await admin.send(getDocument, file)).headers['content-disposition']).toContain('.pdf')
    const [charged] = await portal.db.select().from(documents).where(eq(documents.id, file.params.id))
    expect(charged?.charged_to).not.toBeNull()
  })

  it('leaves nothing where the person it is about could read it', async () => {
    const { manager, person, params } = await office()
    await manager.send(sendMessage, { params, body: { text: 'Between us', documents: [dataString(PDF)] } })
    for (const call of [listMessages, sendMessage, readMessages, listNotes]) expect(call.access).not.toContain('employee')
    expect((await person.send(listApplicationHistory, { params })).reply).toEqual([])
    expect((await person.send(getApplication, { params, query: {} })).raw.payload).not.toContain('Between us')
  })

  it('is sent once, however often the same request comes', async () => {
    const { manager, params } = await office()
    const again = () => manager.send(sendMessage, { params, body: { text: 'Once' } }, { 'idempotency-key': 'the-same' })
    const ids = (await Promise.all([again(), again(), again()])).map(({ status, reply }) => (status === 201 ? reply.id : status))
    expect(new Set(ids.filter((id) => id !== 409)).size).toBe(1)
    expect((await again()).reply.text).toBe('Once')
    expect(await portal.db.$count(messages, eq(messages.application_id, params.id))).toBe(1)
  })

  it(`is refused after ${MAX_MESSAGES_PER_HOUR} of one person within an hour, also at once and across cases`, async () => {
    const { company, manager, admin, params, people } = await office()
    const other = await make.application(company, { passport_number: 'OTHER' })
    const at = portal.clock.moment.toISOString()
    const earlier = Array.from({ length: MAX_MESSAGES_PER_HOUR - 2 }, () => ({
      id: v7(),
      application_id: other.id,
      author_id: people.manager.id,
      author_name: 'L',
      side: 'company' as const,
      text: 'x',
      created_at: at,
    }))
    await portal.db.insert(messages).values(earlier)
    later(600_000)
    const sent = await Promise.all(Array.from({ length: 5 }, () => manager.send(sendMessage, { params, body: { text: 'More' } })))
    expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429, 429])
    const refused = sent.find(({ status }) => status === 429)
    expect(refused?.problem.detail).toBe('You have sent 60 messages within an hour. Please try again in 50 minutes.')
    expect(refused?.headers['retry-after']).toBe('3000')
    expect((await admin.send(sendMessage, { params, body: { text: 'Another person may' } })).status).toBe(201)
    later(3_000_000)
    expect((await manager.send(sendMessage, { params, body: { text: 'An hour later' } })).status).toBe(201)
  })

  it('counts those that it waited for', async () => {
    const { manager, params, people } = await office()
    const rows = Array.from({ length: MAX_MESSAGES_PER_HOUR }, () => ({
      ...{ id: v7(), application_id: params.id, author_id: people.manager.id, author_name: 'L', side: 'company' as const, text: 'x' },
      created_at: new Date(portal.clock.moment.getTime() + 1_000).toISOString(),
    }))
    const { sent } = await portal.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`messages of ${people.manager.id}`}, 0))`)
      const waiting = manager.send(sendMessage, { params, body: { text: 'One more' } })
      const isWaiting = async () => (await portal.db.execute(sql`select from pg_locks where not granted`)).rowCount !== 0
      await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true)
      later(2_000)
      await tx.insert(messages).values(rows)
      return { sent: waiting }
    })
    expect((await sent).status).toBe(429)
  })

  it('is told by mail once an hour for each case, without its text', async () => {
    const { admin, params, people } = await office()
    const send = (text: string) => admin.send(sendMessage, { params, body: { text } })
    await send('Secret one')
    await send('Secret two')
    await deliverDue(portal, server.url)
    const mails = server.to(people.manager.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['New message about the visa application of Sara Khan'])
    expect(JSON.stringify(mails)).not.toContain('Secret')
    expect(server.to(people.person.email)).toEqual([])
    later(3_600_000)
    await send('Secret three')
    await deliverDue(portal, server.url)
    expect(server.to(people.manager.email)).toHaveLength(2)
  })

  it('stays as it was written: no statement changes or deletes it', async () => {
    const { admin, params } = await office()
    await admin.send(sendMessage, { params, body: { text: 'Kept' } })
    await admin.send(addNote, { params, body: { text: 'Kept too' } })
    for (const [table, name] of [
      [messages, 'messages'],
      [internalNotes, 'internal_notes'],
    ] as const) {
      const message = `${name} is append-only`
      await expect(portal.db.update(table).set({ text: 'Other' })).rejects.toMatchObject({ cause: { message } })
      await expect(portal.db.update(table).set({ author_name: 'Other' })).rejects.toMatchObject({ cause: { message } })
      await expect(portal.db.update(table).set({ text: null })).rejects.toMatchObject({ cause: { message } })
      await expect(portal.db.delete(table)).rejects.toMatchObject({ cause: { message } })
    }
  })

  it('outlives the account of its writer, and goes with its company', async () => {
    const { admin, manager, params, people, company } = await office()
    await manager.send(sendMessage, { params, body: { text: 'Mine' } })
    await admin.send(calls.deleteUser, { params: { id: people.manager.id } })
    expect((await admin.list(listMessages, { params, query: {} })).items).toMatchObject([{ author_name: 'Layla Nasser', own: false }])
    expect((await admin.send(calls.deleteCompany, { params: company })).status).toBe(204)
    expect(await portal.db.$count(messages, eq(messages.application_id, params.id))).toBe(0)
  })
})

describe('PUT /visa-applications/{id}/messages/read', () => {
  it('marks for the reader alone, tells the writer that the other side has seen it, and never moves back', async () => {
    const { company, admin, manager, params } = await office()
    const colleague = as(portal, await make.user('company_admin', { of: [company] }))
    const first = (await admin.send(sendMessage, { params, body: { text: 'One' } })).reply
    later(1_000)
    const second = (await admin.send(sendMessage, { params, body: { text: 'Two' } })).reply
    const marks = async (who: typeof admin) =>
      (await who.list(listMessages, { params, query: {} })).items.map(
        ({ read, seen }) => `${read ? 'read' : 'new'} ${seen ? 'seen' : 'unseen'}`,
      )
    expect(await marks(manager)).toEqual(['new unseen', 'new unseen'])
    await manager.send(readMessages, { params, body: { up_to: first.id } })
    expect(await marks(manager)).toEqual(['new unseen', 'read seen'])
    expect(await marks(colleague)).toEqual(['new unseen', 'new seen'])
    expect(await marks(admin)).toEqual(['read unseen', 'read seen'])
    const moved = await manager.send(readMessages, { params, body: { up_to: second.id } })
    expect(moved.reply.read_at).toBe(second.created_at)
    expect((await manager.send(readMessages, { params, body: { up_to: first.id } })).reply.read_at).toBe(second.created_at)
  })

  it('is no news any more in the bell of who has read it', async () => {
    const { company, admin, manager, params } = await office()
    const colleague = as(portal, await make.user('company_admin', { of: [company] }))
    const { reply } = await admin.send(sendMessage, { params, body: { text: 'One' } })
    const unread = async (who: typeof admin) => (await who.send(getUnreadNotices, {})).reply.unread
    expect([await unread(manager), await unread(colleague)]).toEqual([1, 1])
    await manager.send(readMessages, { params, body: { up_to: reply.id } })
    expect([await unread(manager), await unread(colleague)]).toEqual([0, 1])
  })

  it('knows no message of another case', async () => {
    const [here, there] = [await office(), await office()]
    const { reply } = await there.admin.send(sendMessage, { params: there.params, body: { text: 'There' } })
    const { status, problem } = await here.manager.send(readMessages, { params: here.params, body: { up_to: reply.id } })
    expect([status, problem.detail]).toEqual([404, 'Message not found'])
  })
})

describe('an answer to a refusal', () => {
  async function refused() {
    const here = await office()
    const { reply } = await here.admin.send(addStage, { params: here.params, body: { stage_name: 'Labor Fees', status: 'Rejected' } })
    return { ...here, stage: reply.id }
  }

  it('is a message of the company with files, or a document handed in; the first one counts, and no stage changes', async () => {
    const { manager, params } = await refused()
    await manager.send(sendMessage, { params, body: { text: 'We are on it' } })
    expect(await answeredAt(params)).toBeNull()
    later(1_000)
    const at = portal.clock.moment.toISOString()
    await manager.send(sendMessage, { params, body: { text: 'Signed', documents: [dataString(PDF)] } })
    expect(await answeredAt(params)).toBe(at)
    later(1_000)
    await manager.send(setApplicationDocuments, { params, body: { documents: { degree: dataString(PDF) } } })
    expect(await answeredAt(params)).toBe(at)
    const other = await refused()
    await other.manager.send(setApplicationDocuments, { params: other.params, body: { documents: { degree: dataString(PDF) } } })
    expect(await answeredAt(other.params)).toBe(portal.clock.moment.toISOString())
    const { reply } = await manager.send(getApplication, { params, query: {} })
    expect(reply.current_stage).toBe('Labor Fees')
  })

  it('is none of the administrator, nor on a case that is not refused', async () => {
    const { admin, params } = await refused()
    await admin.send(sendMessage, { params, body: { documents: [dataString(PDF)] } })
    await admin.send(setApplicationDocuments, { params, body: { documents: { degree: dataString(PDF) } } })
    expect(await answeredAt(params)).toBeNull()
    const healthy = await office()
    await healthy.manager.send(sendMessage, { params: healthy.params, body: { documents: [dataString(PDF)] } })
    expect(await answeredAt(healthy.params)).toBeNull()
  })

  it('waits until the next change of a stage', async () => {
    const { admin, manager, params, stage } = await refused()
    await manager.send(sendMessage, { params, body: { documents: [dataString(PDF)] } })
    await admin.send(updateStage, { params: { id: stage }, body: { notes: 'Still without a signature' } })
    expect(await answeredAt(params)).toBeNull()
    await manager.send(sendMessage, { params, body: { documents: [dataString(PDF)] } })
    await admin.send(addStage, { params, body: { stage_name: 'Entry Permit' } })
    expect(await answeredAt(params)).toBeNull()
  })
})

describe('internal notes', () => {
  it('are read by every administrator, newest first', async () => {
    const { admin, params } = await office()
    await admin.send(addNote, { params, body: { text: 'Called' } })
    later(1)
    const { reply } = await admin.send(addNote, { params, body: { text: 'Called again' } })
    expect(reply).toEqual({
      id: reply.id,
      application_id: params.id,
      author_name: 'Huda Salem',
      text: 'Called again',
      created_at: reply.created_at,
    })
    const { items } = await as(portal, await make.user('admin')).list(listNotes, { params, query: {} })
    expect(items.map(({ text }) => text)).toEqual(['Called again', 'Called'])
  })

  it('stand in no reply that a company or its people can get: neither by member nor by table', () => {
    const shape = (schema: z.ZodType) => JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }))
    const note = shape(listNotes.reply.element)
    const theirs = Object.values(calls).filter((call) => call.access === 'public' || call.access.some((role) => role !== 'admin'))
    for (const call of theirs) {
      if (!('reply' in call)) continue
      const found = shape(call.reply)
      expect(found, call.name).not.toContain('internal_note')
      expect(found, call.name).not.toContain(note)
    }
    for (const call of [listNotes, addNote]) expect(call.access).toEqual(['admin'])
  })

  it('reach no answer to the company, whatever it asks', async () => {
    const { admin, manager, person, params } = await office()
    await admin.send(addNote, { params, body: { text: 'kept-inside-4711' } })
    const loads = Object.values(calls).filter((call) => call.method === 'GET' && call.path.startsWith('/visa-applications'))
    for (const who of [manager, person])
      for (const call of loads) {
        const { raw } = await who.send(call as typeof getApplication, { params, query: {} })
        expect(raw.payload, call.name).not.toContain('kept-inside-4711')
      }
    // Without a company: an older server, which knows no notes, tells it to nobody but administrators.
    const { rows } = await portal.db.execute(sql`select company_id from changes where id = ${params.id} and noun = 'note'`)
    expect(rows).toEqual([{ company_id: null }])
  })
})
