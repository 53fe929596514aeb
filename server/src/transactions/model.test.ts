import {
  approveTopup,
  deleteCompany,
  type Fils,
  getBalance,
  listTransactions,
  rejectTopup,
  requestTopup,
  reverseTransaction,
  submitApplication,
  toAed,
} from 'contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { as } from '../../test/as.ts'
import { dataString, PDF } from '../../test/files.ts'
import { given } from '../../test/given.ts'
import { startPortal } from '../../test/portal.ts'
import { newEmployee } from '../../test/submission.ts'
import { findBroken } from './invariants.ts'

const STEPS = Number(process.env.MODEL_STEPS ?? 150)
const SEED = Number(process.env.MODEL_SEED ?? 2026)
const CHECK_EVERY = 25

const portal = startPortal()
const make = given(portal)

/** The wallet as simple as it can be said, in fils: what is in it, what waits in order, which top-ups are undecided. */
class Model {
  balance = 0
  waiting: number[] = []
  topups = new Map<string, number>()
  settled: { id: string; amount: number; credit: boolean; left: number }[] = []

  settle(): void {
    while (this.waiting[0] !== undefined && this.waiting[0] <= this.balance) this.balance -= this.waiting.shift() ?? 0
  }
  submit(amount: number): void {
    this.waiting.push(amount)
    this.settle()
  }
  approve(id: string): void {
    const amount = this.topups.get(id) ?? 0
    this.topups.delete(id)
    this.settled.push({ id, amount, credit: true, left: amount })
    this.balance += amount
    this.settle()
  }
  /** Whether the ledger may take that much of a top-up back. */
  takeBack(index: number, amount: number): boolean {
    const topup = this.settled[index]
    if (!topup || amount > topup.left || amount > this.balance) return false
    topup.left -= amount
    this.balance -= amount
    return true
  }
}

type Step = { kind: 'topup' | 'approve' | 'reject' | 'submit' | 'takeBack' | 'retry'; wallet: number; pick: number; fils: number }
const steps = fc.array(
  fc.record({
    kind: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom<Step['kind']>('topup', 'approve', 'submit') },
      { weight: 2, arbitrary: fc.constantFrom<Step['kind']>('reject', 'takeBack', 'retry') },
      { weight: 1, arbitrary: fc.constant<Step['kind']>('submit') },
    ),
    wallet: fc.nat(2),
    pick: fc.nat(1_000),
    fils: fc.integer({ min: 100, max: 2_000_000 }),
  }),
  { minLength: STEPS, maxLength: STEPS },
)

it(`agrees with the model over ${STEPS} random steps (seed ${SEED})`, { timeout: 60_000 + STEPS * 400 }, async () => {
  const admin = as(portal, await make.user('admin'))
  const wallets = await Promise.all(
    [0, 1, 2].map(async () => {
      const company = await make.company()
      return { company, model: new Model(), last: '', ...as(portal, await make.user('company_admin', { of: [company] })) }
    }),
  )
  const [sequence] = fc.sample(steps, { numRuns: 1, seed: SEED })
  for (const [count, step] of (sequence ?? []).entries()) {
    const wallet = wallets[step.wallet]
    if (!wallet) continue
    const { company, model, send } = wallet
    const undecided = [...model.topups.keys()]
    const chosen = undecided[step.pick % Math.max(1, undecided.length)]
    if (step.kind === 'topup' || step.kind === 'retry') {
      const key = step.kind === 'retry' && wallet.last ? wallet.last : `step ${count}`.replace(' ', '-')
      const amount = step.kind === 'retry' && wallet.last ? Number(wallet.last.split('_')[1]) : step.fils
      const named = key.includes('_') ? key : `${key}_${amount}`
      const { status, reply } = await send(
        requestTopup,
        { body: { amount: toAed(amount as Fils), receipt_document: dataString(PDF) } },
        { 'idempotency-key': named },
      )
      expect(status).toBe(201)
      if (wallet.last !== named) model.topups.set(reply.id, amount)
      wallet.last = named
    } else if (step.kind === 'approve' && chosen) {
      expect((await admin.send(approveTopup, { params: { id: chosen }, body: {} })).status).toBe(200)
      model.approve(chosen)
    } else if (step.kind === 'reject' && chosen) {
      expect((await admin.send(rejectTopup, { params: { id: chosen }, body: {} })).status).toBe(200)
      model.topups.delete(chosen)
    } else if (step.kind === 'submit') {
      const inside = step.pick % 2 === 0
      await send(submitApplication, { body: newEmployee(company, { employee_location: inside ? 'inside_uae' : 'outside_uae' }) })
      model.submit(inside ? 750_000 : 650_000)
    } else if (step.kind === 'takeBack' && model.settled.length > 0) {
      const index = step.pick % model.settled.length
      const params = { id: model.settled[index]?.id ?? '' }
      const { status } = await admin.send(reverseTransaction, { params, body: { reason: 'Paid back', amount: toAed(step.fils as Fils) } })
      expect(status === 201).toBe(model.takeBack(index, step.fils))
    }
    if (count % CHECK_EVERY === 0 || count === STEPS - 1) {
      for (const each of wallets) {
        const due = each.model.waiting.reduce((sum, amount) => sum + amount, 0)
        const pending = [...each.model.topups.values()].reduce((sum, amount) => sum + amount, 0)
        const expected = { balance: each.model.balance / 100, due: due / 100, pending_topups: pending / 100 }
        expect((await each.send(getBalance, {})).reply, `after step ${count} of seed ${SEED}`).toEqual(expected)
      }
      expect(await findBroken(portal.db)).toEqual([])
    }
  }
  const [first] = wallets
  if (first) expect((await admin.send(deleteCompany, { params: { id: first.company.id } })).status).toBe(204)
  const open = (await admin.send(listTransactions, { query: { status: 'pending' } })).reply
  expect(open.some((row) => row.company_id === first?.company.id)).toBe(false)
  expect(await findBroken(portal.db)).toEqual([])
})
