import { once } from 'node:events'
import { connect } from 'node:net'
import {
  addNote,
  addPaper,
  addStage,
  approveTopup,
  type Change,
  createCompany,
  createEmployee,
  getSettings,
  inviteUser,
  listTransactions,
  logout,
  me,
  requestCancellation,
  requestTopup,
  sendMessage,
  setCompanyDocuments,
  setPreferences,
  streamChanges,
  submitApplication,
  updateEmployee,
  updateProvider,
} from 'contract'
import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { NIL } from 'uuid'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dataString, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import type { Portal } from '../../../test/portal.ts'
import { client } from '../../../test/serverProcess.ts'
import { newEmployee } from '../../../test/submission.ts'
import { type Client, register, startTwoServers } from '../../../test/twoServers.ts'
import { startSession } from '../auth/sessions.ts'
import { documents } from '../db/documents.table.ts'

/** For a busy machine. */
const SOON = { timeout: 30_000 }
const ROUNDS = Number(process.env.LIVE_ROUNDS ?? 6)
const portal = startTwoServers()
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

interface Heard {
  changes: Change[]
  words: string[]
  /** Where the stream goes on. */
  place: string
  ended: boolean
}

/** Listens for a person at the second server; changes happen at the first. */
async function listen(who: Client, after?: string, at = portal.servers[1], last?: string): Promise<Heard> {
  const stop = new AbortController()
  closing.push(() => stop.abort())
  const answer = await who
    .at(at.origin)
    .open(streamChanges, stop.signal, after === undefined ? {} : { after }, last === undefined ? {} : { 'last-event-id': last })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const heard: Heard = { changes: [], words: [], place: '', ended: false }
  void read(answer, heard).catch(() => undefined)
  return heard
}

const placeOf = async (who: Client) => (await who.at(portal.servers[1].origin).send(getSettings, {})).reply.changes_place

async function read({ body }: Response, heard: Heard): Promise<void> {
  let rest = ''
  for await (const chunk of (body as ReadableStream).pipeThrough(new TextDecoderStream())) {
    const events = `${rest}${chunk}`.split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const word = /^event: (\w+)/.exec(event)?.[1]
      const change = /^data: (.+)/.exec(event)?.[1]
      if (word === 'place') heard.place = /^id: (\S+)$/m.exec(event)?.[1] ?? ''
      else if (word) heard.words.push(word)
      else if (change) heard.changes.push(JSON.parse(change))
    }
  }
  heard.ended = true
}

const idsOf = ({ changes }: Heard) => [...new Set(changes.map(({ id }) => id))]
const topup = { body: { amount: 10, receipt_document: dataString(PDF) } }

const ROLES = ['withoutCase', 'withCase', 'stranger', 'customer', 'admin'] as const
type Of<Value> = Record<(typeof ROLES)[number], Value>

async function each<From, To>(of: Of<From>, act: (from: From) => Promise<To>): Promise<Of<To>> {
  const made: Partial<Of<To>> = {}
  for (const who of ROLES) made[who] = await act(of[who])
  return made as Of<To>
}

/** A signed-in employee of a company, linked to the record of a passport. */
async function employeeOf(company: { id: string }, passport_number: string): Promise<Client> {
  const moment = new Date()
  const make = given({ db: portal.db, clock: { moment } } as Portal)
  const record = await make.employee(company, { passport_number })
  const user = await make.user('employee', { of: [company], employee_id: record.id })
  return client(portal.servers[0].origin, { cookie: `session=${await startSession(portal.db, user.id, moment)}` })
}

/** Changes one record of each kind; answers the expected events. */
async function work({ as, company }: Awaited<ReturnType<typeof register>>) {
  const { id } = (await as.send(submitApplication, { body: newEmployee(company) })).reply
  await portal.administrator.send(addStage, { params: { id }, body: { stage_name: 'Medical Test', status: 'Approved' } })
  const [payment = { id: '' }] = (await as.send(listTransactions, {})).reply
  const paid = (await as.send(requestTopup, topup)).reply
  await portal.administrator.send(approveTopup, { params: paid, body: {} })
  await as.send(setCompanyDocuments, { params: company, body: { trade_license: dataString(PDF) } })
  const person = { employee_name: 'Omar Haddad', passport_number: 'N9000001', nationality: 'Jordanian', designation: 'Driver' }
  const employee = (await as.send(createEmployee, { body: { ...person, company_id: company.id } })).reply
  return {
    application: { noun: 'application', id },
    payment: { noun: 'transaction', id: payment.id },
    topup: { noun: 'transaction', id: paid.id },
    company: { noun: 'company', id: company.id },
    employee: { noun: 'employee', id: employee.id },
  } satisfies Record<string, Change>
}

async function changeUser(who: Client): Promise<Change> {
  await who.send(setPreferences, { body: { language: 'en' } })
  return { noun: 'user', id: (await who.send(me, {})).reply.id }
}

describe('GET /events', () => {
  it('tells each viewer of another server’s changes, exactly those that they may see (V1–V4)', async () => {
    const [one, two] = [await register(portal), await register(portal)]
    const viewers = {
      withoutCase: await employeeOf(one.company, 'N7654321'),
      withCase: await employeeOf(one.company, 'N1234567'),
      stranger: two.as,
      customer: one.as,
      admin: portal.administrator,
    }
    const heard = await each(viewers, (viewer) => listen(viewer))
    const [own, foreign] = [await work(one), await work(two)]
    // Changes of viewers come last, in turn: when they hear of themselves, they have heard everything before.
    const users = await each(viewers, changeUser)
    for (const who of ROLES) await vi.waitFor(() => expect(heard[who].changes).toContainEqual(users[who]), SOON)
    const told = (user: Change): Change => ({ noun: 'notice', id: user.id })
    const toAdministrators: Change = { noun: 'notice', id: NIL }
    const sorted = (changes: Change[]) => [...new Set(changes.map((change) => JSON.stringify(change)))].toSorted()
    expect(await each(heard, async ({ changes }) => sorted(changes))).toEqual({
      withoutCase: sorted([users.withoutCase]),
      withCase: sorted([users.withCase, told(users.withCase), own.application]),
      stranger: sorted([users.stranger, told(users.stranger), ...Object.values(foreign)]),
      customer: sorted([users.withoutCase, users.withCase, users.customer, told(users.customer), ...Object.values(own)]),
      admin: sorted([toAdministrators, ...Object.values(users), ...Object.values(own), ...Object.values(foreign)]),
    })
  })

  it('tells nobody of another company’s changes, and an employee of the own case alone, from a place on too', async () => {
    const [own, foreign] = [await register(portal), await register(portal)]
    const make = given({ db: portal.db, clock: { moment: new Date() } } as Portal)
    const verified = { email: 'sara.khan@people.example', email_verified_at: new Date().toISOString() }
    const employee = await make.user('employee', { of: [own.company], ...verified })
    const person = client('', { cookie: `session=${await startSession(portal.db, employee.id, new Date())}` })
    const [stranger, sara] = [await listen(foreign.as), await listen(person)]
    const place = await placeOf(person)

    const { id } = (await own.as.send(submitApplication, { body: newEmployee(own.company) })).reply
    const others = newEmployee(own.company, { employee_name: 'Ali Hassan', passport_number: 'A1', email: 'ali@people.example' })
    const other = (await own.as.send(submitApplication, { body: others })).reply.id
    const record = { employee_name: 'Ali Hassan', passport_number: 'A1', nationality: 'Egyptian', designation: 'Cook' }
    const made = (await own.as.send(createEmployee, { body: { ...record, company_id: own.company.id } })).reply.id
    await own.as.send(updateEmployee, { params: { id: made }, body: { mobile: '1' } })
    await own.as.send(requestCancellation, { body: { employee_id: made, reason: 'He leaves' } })
    await own.as.send(requestTopup, topup)
    await own.as.send(setCompanyDocuments, { params: own.company, body: { trade_license: dataString(PDF) } })
    await own.as.send(inviteUser, { body: { email: 'ali@people.example', full_name: 'Ali Hassan', role: 'employee' } })
    await portal.administrator.send(addStage, { params: { id: other }, body: { stage_name: 'Medical Test' } })

    // The last event that each may hear: all earlier ones have arrived then.
    const last = (await foreign.as.send(requestTopup, topup)).reply.id
    const mine = (await own.as.send(submitApplication, { body: newEmployee(own.company) })).reply.id
    const again = await listen(person, place)
    await vi.waitFor(() => expect(stranger.changes).toContainEqual({ noun: 'transaction', id: last }), SOON)
    for (const heard of [sara, again]) await vi.waitFor(() => expect(heard.changes).toContainEqual({ noun: 'application', id: mine }), SOON)
    expect(idsOf(stranger)).toEqual([last])
    for (const heard of [sara, again]) expect(idsOf(heard)).toEqual([id, mine])
  })

  it('tells an employee nothing of the money of the own case, which others hear of', async () => {
    const { as, company } = await register(portal)
    const sara = await employeeOf(company, 'N1234567')
    const { id } = (await as.send(submitApplication, { body: newEmployee(company) })).reply
    const [own, office] = [await listen(sara), await listen(as)]
    const [payment = { id: '' }] = (await as.send(listTransactions, {})).reply
    const enough = { body: { amount: 10_000, receipt_document: dataString(PDF) } }
    await portal.administrator.send(approveTopup, { params: (await as.send(requestTopup, enough)).reply, body: {} })
    const last = await changeUser(sara)
    for (const heard of [own, office]) await vi.waitFor(() => expect(heard.changes).toContainEqual(last), SOON)
    expect((await as.send(listTransactions, { query: { status: 'completed' } })).reply).toMatchObject([{ id: payment.id }])
    expect(own.changes).toEqual([last])
    expect(office.changes).toContainEqual({ noun: 'transaction', id: payment.id })
    expect(office.changes).not.toContainEqual({ noun: 'application', id })
  })

  it('tells a message to company and administrators within 3 s, and an internal note to administrators alone', async () => {
    const [{ as, company }, other] = [await register(portal), await register(portal)]
    const sara = await employeeOf(company, 'N1234567')
    const params = { id: (await as.send(submitApplication, { body: newEmployee(company) })).reply.id }
    const [office, stranger, person, admin] = [
      await listen(as),
      await listen(other.as),
      await listen(sara),
      await listen(portal.administrator),
    ]
    await portal.administrator.send(addNote, { params, body: { text: 'Between us' } })
    const begun = performance.now()
    await portal.administrator.send(sendMessage, { params, body: { text: 'A clearer scan, please' } })
    const [message, note] = [
      { noun: 'message', id: params.id },
      { noun: 'note', id: params.id },
    ]
    for (const heard of [office, admin]) await vi.waitFor(() => expect(heard.changes).toContainEqual(message), SOON)
    expect(performance.now() - begun).toBeLessThan(3_000)
    await vi.waitFor(() => expect(admin.changes).toContainEqual(note), SOON)
    for (const [who, heard] of [
      [other.as, stranger],
      [sara, person],
    ] as const) {
      const last = await changeUser(who)
      await vi.waitFor(() => expect(heard.changes).toContainEqual(last), SOON)
      expect(heard.changes).toEqual([last])
    }
    expect(office.changes.filter(({ noun }) => noun === 'note')).toEqual([])
  })

  it('tells that a file of a message or a paper was lost, and that it is there again', async () => {
    const { as, company } = await register(portal)
    const { id } = (await as.send(submitApplication, { body: newEmployee(company) })).reply
    const person = { employee_name: 'Omar Haddad', passport_number: 'N9000002', nationality: 'Jordanian', designation: 'Driver' }
    const employee = (await as.send(createEmployee, { body: { ...person, company_id: company.id } })).reply
    await as.send(sendMessage, { params: { id }, body: { text: 'The scan', documents: [dataString(PDF)] } })
    const paper = { number: 'P-1', document: dataString(PDF) }
    await as.send(addPaper, { body: { ...paper, kind: 'work_permit', employee_id: employee.id } })
    await as.send(addPaper, { body: { ...paper, kind: 'establishment_card', company_id: company.id } })
    const told = [
      { noun: 'message', id },
      { noun: 'employee', id: employee.id },
      { noun: 'company', id: company.id },
    ]
    for (const missing_at of [new Date().toISOString(), null]) {
      const heard = await listen(as)
      await portal.db
        .update(documents)
        .set({ missing_at })
        .where(and(eq(documents.charged_to, company.id), or(isNotNull(documents.message_id), isNotNull(documents.paper_id))))
      for (const change of told) await vi.waitFor(() => expect(heard.changes).toContainEqual(change), SOON)
      expect(heard.changes).toHaveLength(told.length)
    }
  })

  it('tells changed settings to administrators alone', async () => {
    const { as } = await register(portal)
    const [office, admin] = [await listen(as), await listen(portal.administrator)]
    await portal.administrator.send(updateProvider, { body: { support_contact: `${crypto.randomUUID()}@portal.example` } })
    const last = await changeUser(as)
    await vi.waitFor(() => expect(admin.changes).toContainEqual({ noun: 'settings', id: NIL }), SOON)
    await vi.waitFor(() => expect(office.changes).toContainEqual(last), SOON)
    expect(office.changes).toEqual([last])
  })

  it('leaves no place taken by 120 readers that break off at any moment, and has fifty for one person', async () => {
    const { as } = await register(portal)
    const { port } = new URL(portal.servers[1].origin)
    const request = `GET /api/events HTTP/1.1\r\nHost: localhost\r\nCookie: ${as.cookies.cookie}\r\n\r\n`
    for (let reader = 0; reader < 120; reader++) {
      const socket = connect(Number(port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(request.slice(0, reader % 3 === 0 ? Math.ceil((request.length * reader) / 120) : undefined))
      if (reader % 3 === 2) await once(socket, 'data')
      socket.resetAndDestroy()
    }
    const at = as.at(portal.servers[1].origin)
    // An answer that nobody holds is collected, and its stream ends.
    const held: unknown[] = []
    const open = async () => {
      const stop = new AbortController()
      closing.push(() => stop.abort())
      const answer = await at.open(streamChanges, stop.signal)
      held.push(answer)
      return answer.status
    }
    await vi.waitFor(async () => {
      for (const close of closing.splice(0)) close()
      const statuses = await Promise.all(Array.from({ length: 50 }, open))
      expect(statuses.filter((status) => status === 200)).toHaveLength(50)
    }, SOON)
    expect(await open()).toBe(429)
    expect(held.length).toBeGreaterThan(50)
  })

  it('tells each change once, also where streams were begun at once', async () => {
    const { as } = await register(portal)
    const all = await Promise.all(Array.from({ length: 10 }, () => listen(as)))
    const ids: string[] = []
    for (let made = 0; made < 3; made++) ids.push((await as.send(requestTopup, topup)).reply.id)
    for (const heard of all) await vi.waitFor(() => expect(idsOf(heard)).toEqual(ids), SOON)
    for (const { changes } of all) expect(changes).toHaveLength(ids.length)
  })

  it('follows whoever joins a company', async () => {
    const { as } = await register(portal)
    const heard = await listen(as)
    const { id } = (
      await as.send(createCompany, {
        body: {
          name: 'Ibis LLC',
          trade_license: 'CN-9',
          contact_person: 'Omar',
          email: 'ibis@ibis.example',
          phone: '04',
          category: 'on_demand',
        },
      })
    ).reply
    await as.send(setCompanyDocuments, { params: { id }, body: { trade_license: dataString(PDF) } })
    await vi.waitFor(() => expect(heard.changes).toContainEqual({ noun: 'company', id }))
  })

  it('ends with the session', async () => {
    const { as } = await register(portal)
    const heard = await listen(as)
    await as.send(logout, {})
    await vi.waitFor(() => expect(heard).toMatchObject({ words: ['missed', 'ended'], ended: true }))
  })

  it('is no error when its reader goes away', async () => {
    const { as } = await register(portal)
    for (let round = 0; round < 5; round++) await listen(as)
    for (const close of closing.splice(0)) close()
    const heard = await listen(as)
    const { id } = (await as.send(requestTopup, topup)).reply
    await vi.waitFor(() => expect(heard.changes).toContainEqual({ noun: 'transaction', id }))
    expect(portal.servers[1].output()).not.toContain('unexpected error')
  })

  it('begins with what came behind a place, of what one may see', async () => {
    const [own, foreign] = [await register(portal), await register(portal)]
    await listen(own.as)
    const place = await placeOf(own.as)
    const { id } = (await own.as.send(requestTopup, topup)).reply
    const hidden = (await foreign.as.send(requestTopup, topup)).reply.id
    const later = await listen(portal.administrator, place)
    await vi.waitFor(() => expect(later.changes).toContainEqual({ noun: 'transaction', id: hidden }), SOON)
    const heard = await listen(own.as, place)
    await vi.waitFor(() => expect(heard.changes).toContainEqual({ noun: 'transaction', id }), SOON)
    expect(heard.changes.map((change) => change.id)).not.toContain(hidden)
    expect(heard.words).toEqual([])
    const now = await listen(own.as, await placeOf(own.as))
    await own.as.send(requestTopup, topup)
    await vi.waitFor(() => expect(now.changes.length).toBeGreaterThan(0), SOON)
    expect(now.changes).not.toContainEqual({ noun: 'transaction', id })
  })

  it('goes on at another server from a place that tells nothing of how much goes on', async () => {
    const { as } = await register(portal)
    const place = await placeOf(as)
    const first = (await as.send(requestTopup, topup)).reply.id
    const last = (await as.send(requestTopup, topup)).reply.id
    const heard = await listen(as, place, portal.servers[0])
    await vi.waitFor(() => expect(idsOf(heard)).toEqual([first, last]), SOON)
    expect(heard.words).toEqual([])
    const next = await placeOf(as)
    expect(next).toHaveLength(place?.length ?? 0)
    expect(next?.slice(0, 16)).not.toBe(place?.slice(0, 16))
    const forged = await listen(as, `${next?.slice(0, -8)}AAAAAAAA`)
    await vi.waitFor(() => expect(forged.words).toEqual(['missed']), SOON)
  })

  it('goes on where it was when its server is gone, for whoever heard something and whoever heard nothing', {
    timeout: 60_000,
  }, async () => {
    const [own, foreign] = [await register(portal), await register(portal)]
    const dying = await portal.start()
    const loaded = await placeOf(own.as)
    const [busy, quiet] = [await listen(own.as, loaded, dying), await listen(foreign.as, loaded, dying)]
    await vi.waitFor(() => expect(quiet.place).not.toBe(''), SOON)
    const begun = quiet.place
    const before = (await own.as.send(requestTopup, topup)).reply.id
    await vi.waitFor(() => expect(idsOf(busy)).toEqual([before]), SOON)
    await vi.waitFor(() => expect(busy.place).not.toBe(begun), SOON)
    expect(quiet).toMatchObject({ changes: [], words: [], place: begun })
    await dying.end('SIGKILL')

    const between = (await own.as.send(requestTopup, topup)).reply.id
    const hidden = (await foreign.as.send(requestTopup, topup)).reply.id
    const again = await listen(own.as, loaded, portal.servers[1], busy.place)
    const other = await listen(foreign.as, loaded, portal.servers[1], quiet.place)
    await vi.waitFor(() => expect([idsOf(again), idsOf(other)]).toEqual([[between], [hidden]]), SOON)
    expect([...again.words, ...other.words]).toEqual([])
    expect([busy.place, again.place].map((place) => place.length)).toEqual([begun.length, begun.length])
  })

  it('has been missed where the last place is forged, whatever the address says', async () => {
    const { as } = await register(portal)
    const loaded = await placeOf(as)
    const heard = await listen(as, loaded)
    await vi.waitFor(() => expect(heard.place).not.toBe(''), SOON)
    for (const forged of [`${heard.place.slice(0, -8)}AAAAAAAA`, '7', heard.place.slice(0, 40)]) {
      const { words } = await listen(as, loaded, portal.servers[1], forged)
      await vi.waitFor(() => expect(words).toEqual(['missed']), SOON)
    }
  })

  it('tells what a server committed that was killed before it could tell', async () => {
    const { as } = await register(portal)
    const heard = await listen(as)
    const dying = await portal.start()
    const committed = async () => {
      const { rows } = await portal.db.execute<{ id: string }>(sql`select id from transactions where type = 'topup' and amount_fils = 7777`)
      return rows[0]?.id
    }
    const answer = as.at(dying.origin).send(requestTopup, { body: { ...topup.body, amount: 77.77 } })
    void answer.catch(() => undefined)
    const id = await vi.waitUntil(committed, { ...SOON, interval: 1 })
    await dying.end('SIGKILL')
    await vi.waitFor(() => expect(idsOf(heard)).toContain(id), SOON)
  })

  it('says first that something may be missing where it knows no such place, or it is too far behind', async () => {
    const { as } = await register(portal)
    const told = async (place?: string) => {
      const heard = await listen(as, place)
      await vi.waitFor(() => expect(heard.words).toEqual(['missed']), SOON)
    }
    await told()
    await told('of-another-server')
    const place = await placeOf(as)
    const change = (count: number) =>
      portal.db.execute(sql`insert into changes (noun, id) select 'rule', gen_random_uuid() from generate_series(1, ${count}::int)`)
    await change(500)
    const near = await listen(as, place)
    await vi.waitFor(() => expect(near.changes).toHaveLength(500), SOON)
    expect(near.words).toEqual([])
    await change(1)
    await vi.waitFor(() => expect(near.changes).toHaveLength(501), SOON)
    await told(place)
  })

  it('is not begun for its head alone, which nobody would ever end', async () => {
    const { as } = await register(portal)
    const head = await fetch(`${portal.servers[1].origin}/api/events`, { method: 'HEAD', headers: as.cookies })
    expect(head.status).toBe(404)
  })

  it(`arrives within two seconds, ${ROUNDS} times`, async () => {
    const { as } = await register(portal)
    const heard = await listen(portal.administrator)
    const delays: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = (await as.send(requestTopup, topup)).reply
      const from = performance.now()
      await vi.waitFor(() => expect(heard.changes.some((change) => change.id === id)).toBe(true), { interval: 1 })
      delays.push(performance.now() - from)
    }
    const sorted = delays.toSorted((a, b) => a - b).map(Math.round)
    console.log(`told after its answer: median ${sorted[Math.floor(ROUNDS / 2)]} ms, worst ${sorted.at(-1)} ms of ${ROUNDS}`)
    expect(sorted.at(-1)).toBeLessThan(2_000)
  })
})
