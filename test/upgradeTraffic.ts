import { setTimeout as sleep } from 'node:timers/promises'
import {
  addStage,
  approveTopup,
  type Company,
  createEmployee,
  getApplication,
  type Input,
  listApplications,
  rejectTopup,
  renewEmployee,
  requestCancellation,
  requestTopup,
  submitApplication,
  updateCompany,
  updateEmployee,
} from 'contract'
import { expect } from 'vitest'
import { dataString, PDF } from './files.ts'
import type { ServerProcess } from './serverProcess.ts'
import { newEmployee } from './submission.ts'
import type { Client } from './twoServers.ts'

const WORKERS = 6
const PAUSE_MS = 20
const FILE = dataString(Buffer.concat([PDF, Buffer.alloc(40_000, '%')]))
export const STAGES = ['Offer Letter', 'Medical Test', 'Visa Stamping'] as const

interface Customer {
  company: Company
  as: Client
}

interface People {
  administrator: Client
  customers: Customer[]
  /** Where clients send their requests, in turns. */
  live: ServerProcess[]
  /** Whether each server reads what the other has stored: releases until 0.3.0 know no segments. */
  reads: boolean
}

interface Answer {
  status: number
  reply: unknown
}

/** What one turn wrote, all of it acknowledged. */
export interface Unit {
  number: number
  company_id: string
  application_id: string
  employee_id: string
  topup_id: string
}

export const passportOf = (number: number): string => `U${1_000 + number}`
export const amountOf = (number: number): number => 1_000 + number
/** Which further call a turn sends. */
const EXTRAS = ['renewed', 'rejected', 'cancelled', 'corrected'] as const
export type Extra = (typeof EXTRAS)[number]
export const extraOf = (number: number): Extra => EXTRAS[number % EXTRAS.length] ?? 'renewed'
export const rejectedOf = (number: number): number => 100_000 + number
export const expiryOf = (number: number): string => `2027-03-${String((number % 28) + 1).padStart(2, '0')}`

/** Companies submit, top up and keep employees; an administrator approves, and completes each application. */
export class UpgradeTraffic {
  readonly done: Unit[] = []
  /** Answers of 500 and more, and none, but those of a server that was told to end. */
  readonly faults: string[] = []
  readonly killed = new Set<ServerProcess>()
  failed: Error | undefined
  readonly live: ServerProcess[]
  readonly #people: People
  #made = 0
  #requests = 0
  #unheard = 0
  #ending = false
  #working: Promise<unknown>

  constructor(people: People) {
    this.#people = people
    this.live = people.live
    this.#working = Promise.all(Array.from({ length: WORKERS }, () => this.#work())).catch((error: Error) => {
      this.failed = error
    })
  }

  /** Waits for so many turns more. */
  async more(units: number): Promise<void> {
    const enough = this.done.length + units
    await this.until(() => this.done.length >= enough)
  }

  /** Waits, but not for what has failed. */
  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    await expect.poll(() => this.failed !== undefined || isSo(), { timeout: 150_000, interval: 20 }).toBe(true)
    if (this.failed) throw this.failed
  }

  async end(): Promise<void> {
    this.#ending = true
    await this.#working
    if (this.failed) throw this.failed
  }

  tell(): string {
    return `${this.#requests} requests of ${this.done.length} cases, ${this.#unheard} unheard and sent again`
  }

  /** Companies that register meanwhile take part. */
  async #work(): Promise<void> {
    const { customers } = this.#people
    while (!this.#ending && !this.failed) {
      const number = this.#made++
      this.done.push(await this.#unit(customers[number % customers.length] as Customer, number))
    }
  }

  async #unit({ company, as }: Customer, number: number): Promise<Unit> {
    const passport_number = passportOf(number)
    const key = { 'idempotency-key': `key-${number}` }
    const body = newEmployee(company, { passport_number, documents: { passport_front: FILE } })
    const application = await this.#send(number, (at) => as.at(at).send(submitApplication, { body }, key))
    const paid = { amount: amountOf(number), receipt_document: FILE }
    const topup = await this.#send(number + 1, (at) => as.at(at).send(requestTopup, { body: paid }, key))
    const record = { employee_name: 'Lina Aziz', nationality: 'Jordanian', designation: 'Clerk', company_id: company.id }
    const person = { ...record, passport_number: `${passport_number}E`, visa_expiry_date: '2026-12-30' }
    const employee = await this.#send(number, (at) => as.at(at).send(createEmployee, { body: person }, key))
    const later = { params: { id: idOf(employee) }, body: { visa_expiry_date: expiryOf(number) } }
    await this.#send(number + 1, (at) => as.at(at).send(updateEmployee, later))
    await this.#decide(number, idOf(application), idOf(topup))
    await this.#further({ company, as }, number, idOf(employee))
    await this.#send(number, (at) => as.at(at).send(listApplications, { query: { limit: 20, q: passport_number } }))
    const whole = { params: { id: idOf(application) }, query: { documents: 'data' } } as const
    if (this.#people.reads) await this.#send(number + 1, (at) => as.at(at).send(getApplication, whole))
    const [application_id, employee_id, topup_id] = [application, employee, topup].map(idOf) as [string, string, string]
    return { number, company_id: company.id, application_id, employee_id, topup_id }
  }

  async #decide(number: number, id: string, topup: string): Promise<void> {
    const { administrator } = this.#people
    const approve: Input<typeof approveTopup> = { params: { id: topup }, body: {} }
    await this.#send(number, (at) => administrator.at(at).send(approveTopup, approve), true)
    for (const [index, stage_name] of STAGES.entries()) {
      const stage: Input<typeof addStage> = { params: { id }, body: { stage_name, status: 'Approved', document: FILE } }
      await this.#send(number + index, (at) => administrator.at(at).send(addStage, stage), true)
    }
  }

  async #further({ company, as }: Customer, number: number, employee_id: string): Promise<void> {
    const { administrator } = this.#people
    const key = { 'idempotency-key': `further-${number}` }
    const extra = extraOf(number)
    if (extra === 'renewed') await this.#send(number, (at) => as.at(at).send(renewEmployee, { body: { employee_id } }, key))
    if (extra === 'rejected') {
      const body = { amount: rejectedOf(number), receipt_document: FILE }
      const topup = await this.#send(number, (at) => as.at(at).send(requestTopup, { body }, key))
      const reject: Input<typeof rejectTopup> = { params: { id: idOf(topup) }, body: { notes: 'Not on the account' } }
      await this.#send(number + 1, (at) => administrator.at(at).send(rejectTopup, reject), true)
    }
    if (extra === 'cancelled') {
      const body = { employee_id, reason: 'Contract ended' }
      await this.#send(number, (at) => as.at(at).send(requestCancellation, { body }, key))
      const cancel: Input<typeof updateEmployee> = { params: { id: employee_id }, body: { status: 'cancelled' } }
      await this.#send(number + 1, (at) => administrator.at(at).send(updateEmployee, cancel))
    }
    if (extra === 'corrected') {
      const { id, name, trade_license, email, phone } = company
      const body = { name, trade_license, email, phone, contact_person: `Omar Haddad ${number}` }
      await this.#send(number, (at) => as.at(at).send(updateCompany, { params: { id }, body }))
    }
  }

  /** Repeated at another server where no answer came, until acknowledged. `once`: 409 then says that it was done. */
  async #send(turn: number, send: (origin: string) => Promise<Answer>, once = false): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const server = this.live[(turn + tries) % this.live.length] as ServerProcess
      this.#requests++
      const answer = await send(server.origin).catch(() => undefined)
      if (answer && answer.status < 300) return answer
      if (once && tries > 0 && answer?.status === 409) return answer
      if (answer && answer.status < 500) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.reply)}`)
      const isEnding = this.killed.has(server) && (!answer || answer.status === 503)
      if (!isEnding) this.faults.push(`${answer?.status ?? 'no answer'} ${JSON.stringify(answer?.reply)} ${send}`)
      if (this.faults.length > 20) throw new Error(this.faults.join('\n'))
      this.#unheard++
      await sleep(PAUSE_MS)
    }
  }
}

const idOf = ({ reply }: Answer): string => (reply as { id: string }).id
export const startWork = (people: People): UpgradeTraffic => new UpgradeTraffic(people)
