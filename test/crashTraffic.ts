import { setTimeout as sleep } from 'node:timers/promises'
import {
  approveTopup,
  type Call,
  createEmployee,
  type Input,
  listTransactions,
  type Reply,
  requestTopup,
  submitApplication,
  updateEmployee,
  uploadDocument,
} from 'contract'
import { dataString, PDF } from './files.ts'
import type { client } from './serverProcess.ts'
import { newEmployee } from './submission.ts'

type Client = ReturnType<typeof client>
export interface Customer {
  company: { id: string }
  as: Client
}

/** What the server acknowledged, and its other answers. */
export interface Acknowledged {
  /** The passport copy of each application, by its id. */
  applications: Map<string, Buffer>
  uploads: Map<string, Buffer>
  topups: Set<string>
  approvals: Set<string>
  /** The last acknowledged designation of each employee record; it only grows. */
  edits: Map<string, number>
  /** 5xx answers by status; 503 while the database is away. */
  refusals: Map<number, number>
}

export const nothingYet = (): Acknowledged => ({
  applications: new Map(),
  uploads: new Map(),
  topups: new Set(),
  approvals: new Set(),
  edits: new Map(),
  refusals: new Map(),
})

export const countOf = ({ applications, uploads, topups, approvals, edits }: Acknowledged): number =>
  applications.size + uploads.size + topups.size + approvals.size + [...edits.values()].reduce((sum, each) => sum + each, 0)

export const TOPUP_AED = 5_000
/** Between two steps of a client. A dead server refuses at once, which takes the processor from what brings it back. */
const PAUSE_MS = 5
const PAUSE_AFTER_REFUSAL_MS = 100
let made = 0
/** A unique PDF of about 20 KB. */
const nextFile = (): Buffer => Buffer.concat([PDF, Buffer.alloc(20_000, `%file ${++made} `)])

/** Sixteen clients who submit, upload, top up, edit and approve until they are stopped. */
export function startTraffic(customers: Customer[], admin: Client, origin: string, seen: Acknowledged) {
  let ending = false
  let refused = 0
  const ask = async <C extends Call>(
    as: Client,
    call: C,
    input: Input<C>,
    more?: Record<string, string>,
  ): Promise<Reply<C> | undefined> => {
    const answer = await as
      .at(origin)
      .send(call, input, more)
      .catch(() => undefined)
    if (!answer || answer.status >= 500) refused++
    if (!answer) return undefined
    if (answer.status >= 500) seen.refusals.set(answer.status, (seen.refusals.get(answer.status) ?? 0) + 1)
    return answer.status < 300 ? answer.reply : undefined
  }
  const untilEnd = async (step: (customer: Customer) => Promise<void>, customer: Customer) => {
    while (!ending) {
      const before = refused
      await step(customer)
      await sleep(refused === before ? PAUSE_MS : PAUSE_AFTER_REFUSAL_MS)
    }
  }
  const submit = async ({ as, company }: Customer) => {
    const file = nextFile()
    const body = newEmployee(company, { documents: { passport_front: dataString(file) } })
    const record = await ask(as, submitApplication, { body })
    if (record) seen.applications.set(record.id, file)
  }
  const upload = async ({ as }: Customer) => {
    const file = nextFile()
    const info = await ask(as, uploadDocument, { body: file as never }, { 'content-type': 'application/pdf', 'x-file-name': 'scan.pdf' })
    if (info) seen.uploads.set(info.id, file)
  }
  const topUp = async ({ as }: Customer) => {
    const record = await ask(as, requestTopup, { body: { amount: TOPUP_AED, receipt_document: dataString(nextFile()) } })
    if (record) seen.topups.add(record.id)
  }
  const approve = async () => {
    const waiting = await ask(admin, listTransactions, { query: { type: 'topup', status: 'pending', limit: 5 } })
    for (const { id } of waiting ?? []) if (await ask(admin, approveTopup, { params: { id }, body: {} })) seen.approvals.add(id)
  }
  const edit = async ({ as, company }: Customer) => {
    const fields = { employee_name: 'Sara Khan', nationality: 'Indian', designation: 'Clerk 0', passport_number: `P${++made}` }
    const record = await ask(as, createEmployee, { body: { ...fields, company_id: company.id } })
    for (let count = 1; record && count <= 5 && !ending; count++) {
      const changed = await ask(as, updateEmployee, { params: { id: record.id }, body: { designation: `Clerk ${count}` } })
      if (changed) seen.edits.set(record.id, count)
    }
  }
  const steps = [submit, submit, submit, submit, submit, upload, upload, upload, topUp, topUp, topUp, edit, edit, edit, approve, approve]
  const clients = steps.map((step, number) => untilEnd(step, customers[number % customers.length] as Customer))
  return {
    async end() {
      ending = true
      await Promise.all(clients)
    },
  }
}
