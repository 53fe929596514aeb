import {
  approveTopup,
  type Call,
  createEmployee,
  deleteCompany,
  type Fils,
  getBalance,
  type Input,
  MAX_UNPROVEN_REVERSAL,
  rejectTopup,
  renewEmployee,
  requestTopup,
  reverseTransaction,
  submitApplication,
  toAed,
  type VisaApplicationRecord,
  withdrawApplication,
} from 'contract'
import { expect } from 'vitest'
import { dataString, JPEG } from './files.ts'
import { newEmployee } from './submission.ts'
import { ADMIN, type Client, register, type TwoServers } from './twoServers.ts'
import { type Step, WalletModel } from './walletModel.ts'

export interface Game extends TwoServers {
  /** A counter for values that must be unique. */
  made: number
  kills: number
}

/** A company with its wallet and its model. */
export interface Customer {
  company: { id: string }
  model: WalletModel
  as: Client
  balance(): Promise<unknown>
  /** The last request for a top-up, to send again. */
  last?: { key: string; fils: number; id: string }
}

const originOf = ({ servers }: Game, server: number) => servers[server]?.origin ?? ''

/** A newly registered company, approved, with an empty wallet. */
export async function customerOf(game: Game): Promise<Customer> {
  const { company, as } = await register(game)
  const balance = async () => (await as.at(originOf(game, 1)).send(getBalance, {})).reply
  return { company, model: new WalletModel(), as, balance }
}

/** Sends a call once, or twice with one key where the server is killed in between. */
async function send<C extends Call>(game: Game, { server, killAfter }: Step, by: Client, call: C, input: Input<C>, key: string) {
  const attempt = () => by.at(originOf(game, server)).send(call, input, { 'idempotency-key': key })
  if (killAfter === null) return { ...(await attempt()), again: false }
  const first = attempt().catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, killAfter))
  await game.servers[server]?.end('SIGKILL')
  await first
  game.kills++
  game.servers[server] = await game.start()
  return { ...(await attempt()), again: true }
}

/** Takes one step on portal and model, and compares the answers. */
export async function play(game: Game, customers: Customer[], step: Step): Promise<void> {
  const customer = customers[step.wallet]
  if (!customer) return
  const key = `step-${++game.made}`
  if (step.kind === 'deleteCompany') customers[step.wallet] = await replace(game, customer, step)
  else if (step.kind === 'topup' || step.kind === 'retry') await topUp(game, customer, step, key)
  else if (step.kind === 'approve' || step.kind === 'reject') await decide(game, customer, step, key)
  else if (step.kind === 'takeBack' || step.kind === 'tooMuch') await takeBack(game, customer, step, key)
  else if (step.kind === 'giveBack' || step.kind === 'withdraw') await end(game, customer, step, key)
  else await pay(game, customer, step, key)
}

async function topUp(game: Game, customer: Customer, step: Step, key: string): Promise<void> {
  const { model, as, last } = customer
  const known = step.kind === 'retry' ? last : undefined
  const sent = known ?? { key, fils: step.fils }
  const body = { amount: toAed(sent.fils as Fils), receipt_document: dataString(JPEG, 'image/jpeg') }
  const { status, reply } = await send(game, step, as, requestTopup, { body }, sent.key)
  expect(status).toBe(201)
  if (known) expect(reply.id).toBe(known.id)
  else model.undecided.set(reply.id, sent.fils)
  customer.last = { ...sent, id: reply.id }
}

async function decide(game: Game, { model }: Customer, step: Step, key: string): Promise<void> {
  const undecided = [...model.undecided.keys()]
  const id = undecided[step.pick % Math.max(1, undecided.length)]
  if (!id) return
  const call = step.kind === 'approve' ? approveTopup : rejectTopup
  const { status, again } = await send(game, step, game.administrator, call, { params: { id }, body: {} }, key)
  // After a kill the first try may have counted.
  expect(again ? [200, 409] : [200]).toContain(status)
  if (step.kind === 'approve') model.approve(id)
  else model.undecided.delete(id)
}

async function takeBack(game: Game, { model }: Customer, step: Step, key: string): Promise<void> {
  const topup = model.credited[step.pick % Math.max(1, model.credited.length)]
  if (!topup) return
  const fils = step.kind === 'tooMuch' ? topup.left + step.fils : step.fils
  const amount = toAed(fils as Fils)
  const proof = amount > MAX_UNPROVEN_REVERSAL ? { password: ADMIN.password } : {}
  const input = { params: { id: topup.id }, body: { reason: 'Paid back', amount, ...proof } }
  const { status } = await send(game, step, game.administrator, reverseTransaction, input, key)
  expect(model.takeBack(topup, fils) ? [201] : [409, 422]).toContain(status)
}

async function pay(game: Game, { company, model, as }: Customer, step: Step, key: string): Promise<void> {
  const employee_location = step.pick % 2 === 0 ? 'inside_uae' : 'outside_uae'
  if (step.kind === 'submit') {
    const { status, reply } = await send(game, step, as, submitApplication, { body: newEmployee(company, { employee_location }) }, key)
    expect(status).toBe(201)
    return model.pay({ ...idsOf(reply), amount: employee_location === 'inside_uae' ? 750_000 : 650_000 })
  }
  const person = { employee_name: 'Sara Khan', passport_number: key, nationality: 'Indian', designation: 'Accountant' }
  const made = await as.at(originOf(game, step.server)).send(createEmployee, { body: { ...person, company_id: company.id } })
  const { status, reply } = await send(game, step, as, renewEmployee, { body: { employee_id: made.reply.id } }, key)
  expect(status).toBe(201)
  model.pay({ ...idsOf(reply), amount: 750_000 })
}

const idsOf = ({ id, payment }: VisaApplicationRecord) => ({ id: payment?.transaction_id ?? '', application_id: id })

/** Gives a part of a payment back, or withdraws its application. */
async function end(game: Game, { model, as }: Customer, step: Step, key: string): Promise<void> {
  const payments = step.kind === 'giveBack' ? model.settled : [...model.waiting, ...model.settled]
  const payment = payments[step.pick % Math.max(1, payments.length)]
  if (!payment) return
  if (step.kind === 'giveBack') {
    const body = { reason: 'Charged too much', amount: toAed(step.fils as Fils) }
    const { status } = await send(game, step, game.administrator, reverseTransaction, { params: { id: payment.id }, body }, key)
    return expect(model.giveBack(payment, step.fils) ? [201] : [409, 422]).toContain(status)
  }
  const by = step.fils % 2 === 0 ? as : game.administrator
  const input = { params: { id: payment.application_id }, body: { reason: 'Found other work' } }
  expect((await send(game, step, by, withdrawApplication, input, key)).status).toBe(200)
  model.withdraw(payment)
}

async function replace(game: Game, { company }: Customer, step: Step): Promise<Customer> {
  const { status, again } = await send(game, step, game.administrator, deleteCompany, { params: { id: company.id } }, 'none')
  expect(again ? [204, 404] : [204]).toContain(status)
  return customerOf(game)
}
