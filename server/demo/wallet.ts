import { approveTopup, DAY_MS, getBalance, HOUR_MS, MIN_TOPUP, rejectTopup, requestTopup, switchCompany } from 'contract'
import type { PlannedCompany } from './companies.ts'
import { type Paper, receiptPaper } from './papers.ts'
import { random } from './random.ts'
import { officeHour, type Story, upload, type World } from './world.ts'

const NOT_ARRIVED = 'The transfer has not arrived in our account. Please check it with your bank.'

/** Every few weeks a company brings its wallet level with its visas; the administrators decide within two days. Some requests still wait. */
export async function* fillWallet(world: World, company: PlannedCompany, until: number): Story {
  const rng = random(`wallet of ${company.slug}`)
  let receipt: Promise<Paper> | undefined
  const last = until - (rng.chance(0.2) ? 45 : 4) * DAY_MS
  for (let day = company.approved_at + rng.int(6, 20) * DAY_MS; day < last; day += rng.int(14, 40) * DAY_MS) {
    const at = officeHour(day, rng)
    yield at
    const id = await topUp(world, company, rng.int(0, 15) * 1_000, (aed) => {
      receipt = receiptPaper(company, at, aed)
      return receipt
    })
    if (!id) continue
    yield officeHour(at + rng.int(2, 45) * HOUR_MS, rng)
    const [admin, params] = [rng.pick(world.admins), { id }]
    if (rng.chance(0.07)) await admin.send(rejectTopup, { params, body: { notes: NOT_ARRIVED } })
    else await admin.send(approveTopup, { params, body: {} })
  }
  if (!rng.chance(0.4)) return
  yield officeHour(until - rng.int(24, 90) * HOUR_MS, rng)
  // Some hand in the receipt before once more (W10).
  const again = rng.chance(0.3) ? receipt : undefined
  await topUp(world, company, rng.int(1, 5) * 1_000, (aed) => again ?? receiptPaper(company, until, aed))
}

type ReceiptOf = (aed: number) => Promise<Paper>

/** Asks for what is due, and for that much more; nothing where the wallet suffices. */
async function topUp({ owner }: World, { id }: PlannedCompany, ahead: number, receiptOf: ReceiptOf): Promise<string | undefined> {
  await owner.send(switchCompany, { params: { company_id: id } })
  const { balance, due, pending_topups } = await owner.send(getBalance, {})
  const amount = Math.ceil(Math.max(0, due - balance - pending_topups) / 1_000) * 1_000 + ahead
  if (amount < MIN_TOPUP) return undefined
  const { receipt_document = '' } = await upload(owner, { receipt_document: receiptOf(amount) })
  return (await owner.send(requestTopup, { body: { amount, receipt_document } })).id
}
