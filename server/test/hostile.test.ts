import { existsSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import {
  addPaper,
  addStage,
  advanceApplication,
  type Call,
  calls,
  FileBody,
  listApplications,
  login,
  MB,
  pathOf,
  requestTopup,
  sendMessage,
  setApplicationDocuments,
  setCompanyDocuments,
  setPreferences,
  submitApplication,
  updatePaper,
  updateStage,
  uploadDocument,
} from 'contract'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { startFaulty, UPLOAD } from '../../test/faulty.ts'
import { dataString, PDF } from '../../test/files.ts'
import { hostileBodies, hostileBody } from '../../test/hostileBodies.ts'
import { HOSTILE_FILES, hostileFile } from '../../test/hostileFiles.ts'
import { newEmployee } from '../../test/submission.ts'
import type { Client } from '../../test/twoServers.ts'

/** `npm run trust` adds ten minutes of a fresh seed, and sends every file and body, by every call. */
const GOES_ON_MS = Number(process.env.HOSTILE_MS ?? 1_000)
const EVERY_CALL = process.env.HOSTILE_MS !== undefined
const SEED = Number(process.env.HOSTILE_SEED ?? 2026)
const AT_ONCE = 4
const MAX_WAIT_MS = 250
/** Of a read: by the server twice, by the database, and by the reader. */
const TURNS = 4
const MAX_GROWTH_MB = 150
const portal = startFaulty()

const residentMb = (): number => {
  const file = `/proc/${portal.server.child.pid}/status`
  return existsSync(file) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) / 1024 : 0
}

/** A refused read: its status and when. */
interface Refused {
  at: string
  status: number
  said: string
}

const p99Of = (sorted: number[]): number => sorted[Math.floor(sorted.length * 0.99)] ?? 0

/** Somebody else reads meanwhile; `end` answers how long each read took, for how much of it the machine was busy, and the refused ones. */
function beginReading(reader: Client) {
  const address = `${portal.server.origin}/api${pathOf(listApplications)}`
  const worker = new Worker(new URL('../../test/watchingReader.ts', import.meta.url), {
    workerData: { address, cookie: reader.cookies.cookie },
  })
  return async () => {
    const told = new Promise<{ waits: number[]; late: number[]; refused: Refused[] }>((resolve) => worker.once('message', resolve))
    worker.postMessage('end')
    const { waits, late, refused } = await told
    const [sorted, turns] = [waits, late].map((all) => all.toSorted((one, other) => one - other)) as [number[], number[]]
    return { p99: p99Of(sorted), longest: sorted.at(-1) ?? 0, count: waits.length, busy: TURNS * p99Of(turns), refused }
  }
}

type Sending = () => Promise<{ name: string; status: number }>
const JSON_BODY = { 'content-type': 'application/json' }

/** Who sends, and the records that their files are for. */
interface World {
  sender: Client
  administrator: Client
  company: { id: string }
  application: { id: string }
  stage: { id: string }
  paper: { id: string }
}

async function makeWorld(): Promise<World> {
  const { as: sender, company } = await portal.start({ DATABASE_URL: portal.database.url })
  const { administrator } = portal
  const { reply: application } = await sender.send(submitApplication, { body: newEmployee(company) })
  const { reply: stage } = await administrator.send(addStage, { params: application, body: { stage_name: 'Offer Letter' } })
  const { reply: paper } = await sender.send(addPaper, { body: { kind: 'tenancy', company_id: company.id } })
  return { sender, administrator, company, application, stage, paper }
}

/** Every call that takes a file, with this one in it. */
function byEachCall({ sender, administrator, company, application, stage, paper }: World, name: string, bytes: Buffer): Sending[] {
  const value = () => dataString(bytes)
  const json = (call: Call, body: () => object, params = {}, by = sender) => ({
    call,
    send: async () => (await by.send(call, { body: body(), params } as never)).status,
  })
  const all = [
    { call: uploadDocument as Call, send: async () => (await sender.raw(uploadDocument, bytes, UPLOAD)).status },
    json(requestTopup, () => ({ amount: 1, receipt_document: value() })),
    json(submitApplication, () => newEmployee(company, { documents: { passport_front: value(), photo: value() } })),
    json(setCompanyDocuments, () => ({ documents: { other_doc_1: value() } }), company),
    json(setApplicationDocuments, () => ({ documents: { degree: value() } }), application),
    json(addStage, () => ({ stage_name: 'Medical Test', document: value() }), application, administrator),
    json(updateStage, () => ({ document: value() }), stage, administrator),
    json(advanceApplication, () => ({ stage_name: 'Offer Letter', status: 'Submitted', document: value() }), application, administrator),
    json(sendMessage, () => ({ text: 'The scan', documents: [value()] }), application),
    json(addPaper, () => ({ kind: 'other_paper', title: 'The scan', company_id: company.id, document: value() })),
    json(updatePaper, () => ({ document: value() }), paper),
  ]
  const taking = Object.values<Call>(calls).filter(({ body, carries_documents }) => carries_documents || body === FileBody)
  expect(new Set(all.map(({ call }) => call))).toEqual(new Set(taking))
  return all.map(({ call, send }) => async () => ({ name: `${name} by ${pathOf(call)}`, status: await send() }))
}

/** Calls with JSON, with and without documents, and this raw body. A sender who takes too long is cut off. */
const asBody = (sender: Client, name: string, bytes: Buffer): Sending[] =>
  [requestTopup, submitApplication, setPreferences, login].map((call: Call) => async () => {
    const status = await sender.raw(call, bytes, JSON_BODY).then(
      (answer) => answer.status,
      () => 413,
    )
    return { name: `${name} by ${pathOf(call)}`, status }
  })

async function sendAll(all: Iterable<Sending>, note: (sent: { name: string; status: number }) => void): Promise<void> {
  const left = all[Symbol.iterator]()
  const one = async () => {
    for (let next = left.next(); !next.done; next = left.next()) note(await next.value())
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

function* corpus(world: World): Generator<Sending> {
  // A file may take six seconds of the processor. Each body is sent alone by http/bodyParser.test.ts.
  const files = EVERY_CALL ? HOSTILE_FILES : HOSTILE_FILES.filter((_, place) => place % 6 === 0)
  const bodies = EVERY_CALL ? hostileBodies : hostileBodies.filter((_, place) => place % 20 === 0)
  for (const [turn, { name, bytes }] of files.entries()) yield* chosen(byEachCall(world, name, bytes()), turn)
  for (const [turn, { name, body }] of bodies.entries()) yield* chosen(asBody(world.sender, name, body()), turn)
}

function* made(world: World): Generator<Sending> {
  for (const [until, round] = [Date.now() + GOES_ON_MS, { seed: SEED }]; Date.now() < until; round.seed++) {
    const [file, body] = [
      fc.sample(hostileFile, { numRuns: 1, seed: round.seed })[0],
      fc.sample(hostileBody, { numRuns: 1, seed: round.seed })[0],
    ]
    if (file) yield* chosen(byEachCall(world, `file ${round.seed}`, file), round.seed)
    if (body) yield* chosen(asBody(world.sender, `body ${round.seed}`, body.body()), round.seed)
  }
}

const chosen = (all: Sending[], turn: number): Sending[] => (EVERY_CALL ? all : all.filter((_, place) => place === turn % all.length))

it(`hostile bytes stop nobody else, fill no memory and leave nothing behind (seed ${SEED})`, {
  timeout: 300_000 + 2 * GOES_ON_MS,
}, async () => {
  const world = await makeWorld()
  const { as: reader } = await portal.register()
  // What ordinary files of that size take; a server keeps that memory.
  const ordinary = Buffer.concat([PDF, Buffer.alloc(9 * MB)])
  const note = ({ name, status }: { name: string; status: number }) => {
    answers.set(status, (answers.get(status) ?? 0) + 1)
    expect([200, 201, 400, 401, 409, 413, 422, 429, 503], name).toContain(status)
  }
  const answers = new Map<number, number>()
  await sendAll(byEachCall(world, 'an ordinary file', ordinary), note)
  const before = residentMb()
  let most = before
  const looking = setInterval(() => {
    most = Math.max(most, residentMb())
  }, 50)
  const endReading = beginReading(reader)
  await sendAll(corpus(world), note)
  await sendAll(made(world), note)
  clearInterval(looking)
  const { p99, longest, count, busy, refused } = await endReading()
  const said = [...answers].map(([status, times]) => `${times} × ${status}`).join(', ')
  console.log(
    `${said}: others waited ${p99.toFixed(0)} ms at p99 of ${count}, the machine ${busy.toFixed(0)}, ${longest.toFixed(0)} at most; ${before.toFixed(0)} to ${most.toFixed(0)} MB`,
  )
  expect(refused).toEqual([])
  expect(p99).toBeLessThan(MAX_WAIT_MS + busy)
  expect(most - before).toBeLessThan(MAX_GROWTH_MB)
  // What was answered 503 after half a minute may still be under way.
  await vi.waitFor(portal.storedFiles, { timeout: 60_000, interval: 500 })
  expect((await reader.raw(uploadDocument, PDF, UPLOAD)).status).toBe(201)
})
