import { existsSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { type Call, listApplications, pathOf, requestTopup, setCompanyDocuments, submitApplication, uploadDocument } from 'contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startFaulty, UPLOAD } from './faulty.ts'
import { dataString, PDF } from './files.ts'
import { HOSTILE_FILES, hostileFile } from './hostileFiles.ts'
import { newEmployee } from './submission.ts'
import type { Client } from './twoServers.ts'

/** `npm run trust` goes on for ten minutes with what a fresh seed makes, each file by every call. */
const GOES_ON_MS = Number(process.env.HOSTILE_MS ?? 3_000)
const EVERY_CALL = process.env.HOSTILE_MS !== undefined
const SEED = Number(process.env.HOSTILE_SEED ?? 2026)
const AT_ONCE = 4
const MOST_WAIT_MS = 250
const MOST_GROWTH_MB = 150
const portal = startFaulty()

const residentMb = (): number => {
  const file = `/proc/${portal.server.child.pid}/status`
  return existsSync(file) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) / 1024 : 0
}

/** Somebody else who reads meanwhile; `end` answers how long each reading took, and what was refused. */
function beginReading(reader: Client) {
  const address = `${portal.server.origin}/api${pathOf(listApplications)}`
  const worker = new Worker(new URL('./watchingReader.ts', import.meta.url), { workerData: { address, cookie: reader.cookies.cookie } })
  return async () => {
    const told = new Promise<{ waits: number[]; refused: number[] }>((resolve) => worker.once('message', resolve))
    worker.postMessage('end')
    const { waits, refused } = await told
    const sorted = waits.toSorted((one, other) => one - other)
    return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, most: sorted.at(-1) ?? 0, count: waits.length, refused }
  }
}

type Sending = () => Promise<{ name: string; status: number }>

/** Every call that takes a file, with this one in it. */
function sendings(sender: Client, company: { id: string }, name: string, bytes: Buffer): Sending[] {
  const value = dataString(bytes)
  const json = async (call: Call, body: object, params = {}) => {
    const { status } = await sender.send(call, { body, params } as never)
    return { name: `${name} by ${pathOf(call)}`, status }
  }
  return [
    async () => ({ name, status: (await sender.raw(uploadDocument, bytes, UPLOAD)).status }),
    () => json(requestTopup, { amount: 1, receipt_document: value }),
    () => json(submitApplication, newEmployee(company, { documents: { passport_front: value, photo: value } })),
    () => json(setCompanyDocuments, { documents: { other_doc_1: value } }, { id: company.id }),
  ]
}

async function sendAll(all: Iterable<Sending>, note: (sent: { name: string; status: number }) => void): Promise<void> {
  const left = all[Symbol.iterator]()
  const one = async () => {
    for (let next = left.next(); !next.done; next = left.next()) note(await next.value())
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

it(`hostile files stop nobody else, fill no memory and leave nothing behind (seed ${SEED})`, {
  timeout: 300_000 + 2 * GOES_ON_MS,
}, async () => {
  const { as: sender, company } = await portal.start({ DATABASE_URL: portal.database.url })
  const { as: reader } = await portal.register()
  // What a server that has just started takes and keeps.
  for (const send of sendings(sender, company, 'warm', PDF)) await send()
  const before = residentMb()
  let most = before
  const looking = setInterval(() => {
    most = Math.max(most, residentMb())
  }, 50)
  const endReading = beginReading(reader)
  const answers = new Map<number, number>()
  const note = ({ name, status }: { name: string; status: number }) => {
    answers.set(status, (answers.get(status) ?? 0) + 1)
    expect([201, 200, 413, 422, 503], name).toContain(status)
  }
  const chosen = (name: string, bytes: Buffer, turn: number) => {
    const all = sendings(sender, company, name, bytes)
    return EVERY_CALL ? all : all.filter((_, place) => place === turn % all.length)
  }
  const corpus = function* () {
    for (const [turn, { name, bytes }] of HOSTILE_FILES.entries()) yield* chosen(name, bytes(), turn)
  }
  await sendAll(corpus(), note)
  const until = Date.now() + GOES_ON_MS
  const random = function* () {
    for (let round = 0; Date.now() < until; round++) {
      const [bytes] = fc.sample(hostileFile, { numRuns: 1, seed: SEED + round })
      if (bytes) yield* chosen(`file ${SEED + round}`, bytes, round)
    }
  }
  await sendAll(random(), note)
  clearInterval(looking)
  const { p99, most: longest, count, refused } = await endReading()
  console.log(
    `${[...answers].map(([status, times]) => `${times} × ${status}`).join(', ')}: others waited ${p99.toFixed(0)} ms at p99 of ${count}, ${longest.toFixed(0)} at most; ${before.toFixed(0)} to ${most.toFixed(0)} MB`,
  )
  expect(refused).toEqual([])
  expect(p99).toBeLessThan(MOST_WAIT_MS)
  expect(most - before).toBeLessThan(MOST_GROWTH_MB)
  await portal.storedFiles()
  expect((await reader.raw(uploadDocument, PDF, UPLOAD)).status).toBe(201)
})
