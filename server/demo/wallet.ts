import { approveTopup, DAY_MS, getBalance, HOUR_MS, MIN_TOPUP, rejectTopup, requestTopup, switchCompany } from 'contract'
import { officeMoment } from './calendar.ts'
import type { PlannedCompany } from './companies.ts'
import { receiptPaper } from './papers.ts'
import { type Random, random } from './random.ts'
import { adminOf, idOf, ownerOf, upload, type World } from './world.ts'

/** A transfer: how far it goes beyond what is due, in whole thousands of AED, and what comes of the request. */
interface Transfer {
  ahead: number
  ending: 'approved' | 'rejected' | 'pending'
  /** The receipt of the transfer before it, handed in once more (W10). */
  repeats: boolean
}

const NOT_ARRIVED = 'The transfer has not arrived in our account. Please check it with your bank.'

/** Every few weeks a company brings its wallet level with its visas; the administrators decide within two days. */
export function playWallet(world: World, company: PlannedCompany): void {
  const rng = random(`wallet of ${company.slug}`)
  const last = world.until - (rng.chance(0.2) ? 45 : 4) * DAY_MS
  for (let day = company.approved_at + rng.int(6, 20) * DAY_MS; day < last; day += rng.int(14, 40) * DAY_MS) {
    const ending = rng.chance(0.07) ? 'rejected' : 'approved'
    transfer(world, company, day, { ahead: rng.int(0, 15), ending, repeats: false }, rng)
  }
  const waits: Transfer = { ahead: rng.int(0, 5), ending: 'pending', repeats: rng.chance(0.3) }
  if (rng.chance(0.4)) transfer(world, company, world.until - rng.int(5, 70) * HOUR_MS, waits, rng)
}

function transfer(world: World, company: PlannedCompany, day: number, planned: Transfer, rng: Random): void {
  const { until, events } = world
  const at = officeMoment(day, { after: company.approved_at, until }, rng)
  const admin = adminOf(world, rng)
  let id: string | undefined
  const ask = async () => {
    id = await topUp(world, company, planned, at)
  }
  const decide = async () => {
    if (!id) return
    if (planned.ending === 'approved') await admin.send(approveTopup, { params: { id }, body: {} })
    else await admin.send(rejectTopup, { params: { id }, body: { notes: NOT_ARRIVED } })
  }
  events.push({ at, act: ask })
  const decided_at = officeMoment(at + rng.int(2, 45) * HOUR_MS, { after: at, until }, rng)
  if (planned.ending !== 'pending') events.push({ at: decided_at, act: decide })
}

/** Asks for what is due, and some of what will be; nothing where the wallet suffices. */
async function topUp(world: World, company: PlannedCompany, { ahead, repeats }: Transfer, at: number): Promise<string | undefined> {
  const owner = ownerOf(world)
  await owner.send(switchCompany, { params: { company_id: idOf(world, company) } })
  const { balance, due, pending_topups } = await owner.send(getBalance, {})
  const amount = Math.ceil(Math.max(0, due - balance - pending_topups) / 1_000) * 1_000 + ahead * 1_000
  if (amount < MIN_TOPUP) return undefined
  const paper = receiptPaper(company, repeats ? company.approved_at : at, repeats ? 1_000 : amount)
  const { receipt_document } = await upload(owner, { receipt_document: paper })
  return (await owner.send(requestTopup, { body: { amount, receipt_document } })).id
}
