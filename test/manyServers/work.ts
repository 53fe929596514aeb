import { setTimeout as sleep } from 'node:timers/promises'
import {
  addNote,
  approveTopup,
  type Call,
  createEmployee,
  getApplication,
  getBalance,
  type Input,
  listApplications,
  listEmployees,
  listMessages,
  listTransactions,
  me,
  type Noun,
  requestTopup,
  sendMessage,
  submitApplication,
  updateEmployee,
  updateStage,
  uploadDocument,
} from 'contract'
import { dataString, PDF } from '../files.ts'
import { newEmployee } from '../submission.ts'
import type { Crowd, Firm, Worker } from './people.ts'

/** A record that was made and acknowledged, for those who listen. */
export interface Made {
  noun: Noun
  id: string
  company_id: string
  /** When it was asked for the first time, and when it was acknowledged. */
  from: number
  at: number
  server: string | undefined
}

/** What was acknowledged: the unique word of each request, and the record that it was answered. */
export class Kept {
  readonly applications = new Map<string, string>()
  readonly topups = new Map<number, string>()
  readonly employees = new Map<string, string>()
  readonly messages = new Map<string, string>()
  readonly notes = new Map<string, string>()
  readonly approvals = new Set<string>()
  readonly designations = new Map<string, number>()
  /** Their notes. */
  readonly stages = new Set<string>()
  readonly uploads = new Map<string, { worker: Worker; bytes: Buffer }>()
  readonly made: Made[] = []
  /** Answers that nobody expected: call and status. */
  readonly refused = new Map<string, number>()

  get count(): number {
    const { applications, topups, employees, messages, notes, approvals, uploads, stages } = this
    const records = [applications, topups, employees, messages, notes, approvals, uploads, stages].reduce((all, { size }) => all + size, 0)
    return [...this.designations.values()].reduce((all, turns) => all + turns, records)
  }
}

let number = 0
const nextFile = (bytes: number): Buffer => Buffer.concat([PDF, Buffer.alloc(bytes, `%file ${number} `)])
const oneOf = <Item>(items: Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item

type Step = (worker: Worker, crowd: Crowd, kept: Kept) => Promise<void>

/** Sends one; answers the record where it was acknowledged. */
async function done<C extends Call>({ person }: Worker, kept: Kept, call: C, input: Input<C>, more?: Record<string, string>) {
  const from = performance.now()
  const answer = await person.send(call, input, more)
  const is = answer.status < 300
  // What somebody else decided meanwhile, or this person's own try that was not heard.
  const late = answer.status === 409 && call.name === approveTopup.name
  if (!is && !late) kept.refused.set(`${call.name} ${answer.status}`, (kept.refused.get(`${call.name} ${answer.status}`) ?? 0) + 1)
  return is ? { reply: answer.reply, server: answer.server, from, at: performance.now() } : undefined
}

type Done = { server: string | undefined; from: number; at: number }
const told = (noun: Noun, { id: company_id }: Firm, id: string, { server, from, at }: Done): Made => ({
  noun,
  id,
  company_id,
  server,
  from,
  at,
})

const CUSTOMERS: Step[] = [
  async (worker, _, kept) => {
    const firm = worker.firm as Firm
    const passport_number = `C${++number}`
    const body = newEmployee(firm, { passport_number, documents: { passport_front: dataString(nextFile(20_000)) } })
    const made = await done(worker, kept, submitApplication, { body })
    if (!made) return
    kept.applications.set(passport_number, made.reply.id)
    kept.made.push(told('application', firm, made.reply.id, made))
  },
  async (worker, _, kept) => {
    const amount = 5_000 + ++number / 100
    const made = await done(worker, kept, requestTopup, { body: { amount, receipt_document: dataString(nextFile(5_000)) } })
    if (!made) return
    kept.topups.set(Math.round(amount * 100), made.reply.id)
    kept.made.push(told('transaction', worker.firm as Firm, made.reply.id, made))
  },
  async (worker, _, kept) => {
    const firm = worker.firm as Firm
    const passport_number = `P${++number}`
    const fields = { employee_name: 'Sara Khan', nationality: 'Indian', designation: 'Clerk 0', passport_number, company_id: firm.id }
    const made = await done(worker, kept, createEmployee, { body: fields })
    if (!made) return
    kept.employees.set(passport_number, made.reply.id)
    kept.made.push(told('employee', firm, made.reply.id, made))
    for (let turn = 1; turn <= 2; turn++) {
      const body = { designation: `Clerk ${turn}` }
      if (await done(worker, kept, updateEmployee, { params: { id: made.reply.id }, body })) kept.designations.set(made.reply.id, turn)
    }
  },
  async (worker, _, kept) => {
    const text = `Please look at this: ${++number}`
    const made = await done(worker, kept, sendMessage, { params: { id: oneOf((worker.firm as Firm).applications) }, body: { text } })
    if (made) kept.messages.set(text, made.reply.id)
  },
  async (worker, _, kept) => {
    number++
    const bytes = nextFile(40_000)
    const headers = { 'content-type': 'application/pdf', 'x-file-name': 'scan.pdf' }
    const made = await done(worker, kept, uploadDocument, { body: bytes as never }, headers)
    if (made) kept.uploads.set(made.reply.id, { worker, bytes })
  },
  async (worker, _, kept) => void (await done(worker, kept, listApplications, { query: { limit: 50, documents: 'link' } })),
  async (worker, _, kept) => void (await done(worker, kept, listEmployees, { query: { limit: 50 } })),
  async (worker, _, kept) => void (await done(worker, kept, getBalance, {})),
  async (worker, _, kept) => {
    const params = { id: oneOf((worker.firm as Firm).applications) }
    await done(worker, kept, getApplication, { params, query: { documents: 'link' } })
    await done(worker, kept, listMessages, { params })
  },
]

const ADMINS: Step[] = [
  async (worker, _, kept) => {
    const waiting = await done(worker, kept, listTransactions, { query: { type: 'topup', status: 'pending', limit: 5 } })
    for (const { id } of waiting?.reply ?? [])
      if (await done(worker, kept, approveTopup, { params: { id }, body: {} })) kept.approvals.add(id)
  },
  async (worker, { firms }, kept) => {
    const id = oneOf(oneOf(firms).stages)
    const notes = `Seen ${++number}`
    const status = number % 2 === 0 ? ('Submitted' as const) : ('In Process' as const)
    if (await done(worker, kept, updateStage, { params: { id }, body: { notes, status } })) kept.stages.add(notes)
  },
  async (worker, { firms }, kept) => {
    const text = `Called the typing centre: ${++number}`
    const made = await done(worker, kept, addNote, { params: { id: oneOf(oneOf(firms).applications) }, body: { text } })
    if (made) kept.notes.set(text, made.reply.id)
  },
  async (worker, _, kept) => void (await done(worker, kept, listApplications, { query: { limit: 50, documents: 'link' } })),
  async (worker, { firms }, kept) =>
    void (await done(worker, kept, getApplication, { params: { id: oneOf(oneOf(firms).applications) }, query: { documents: 'link' } })),
]

const EMPLOYEES: Step[] = [
  async (worker, _, kept) => void (await done(worker, kept, me, {})),
  async (worker, _, kept) => void (await done(worker, kept, listApplications, { query: { limit: 50, documents: 'link' } })),
]

const STEPS = { admin: ADMINS, company_admin: CUSTOMERS, employee: EMPLOYEES }

/** Everybody works, with a pause of half to one and a half times `pauseMs` between two steps, until they are stopped. */
export function startWork(crowd: Crowd, kept: Kept, pauseMs: number): { end(): Promise<void> } {
  const ending = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal }).catch(() => undefined)
  const work = async (worker: Worker) => {
    const steps = STEPS[worker.role]
    await pause(Math.random() * pauseMs)
    while (!ending.signal.aborted) {
      await oneOf(steps)(worker, crowd, kept)
      await pause(pauseMs * (0.5 + Math.random()))
    }
  }
  const working = Promise.all(crowd.workers.map(work))
  return {
    async end() {
      ending.abort()
      await working
    },
  }
}
