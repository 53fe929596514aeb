import { addStage, deleteCompany, dubaiDate, STAGE_NAMES, StageStatus, submitApplication, updateStage } from 'contract'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { applications, stages } from '../db/applications.table.ts'
import { findAllMiscounted } from './countsProof.ts'
import { isCountedRight } from './largeProof.ts'

const portal = startPortal()
const make = given(portal)
const RUNS = Number(process.env.COUNT_ROUNDS ?? 20) / 4
const later = (hours: number) => {
  portal.clock.moment = new Date(portal.clock.moment.getTime() + hours * 3_600_000)
}

/** Each call has a session of its moment. */
async function office() {
  const company = await make.company()
  const [customer, administrator] = [await make.user('company_admin', { of: [company] }), await make.user('admin')]
  const submit = async (passport_number: string) => {
    const body = newEmployee(company, { passport_number })
    return (await as(portal, customer).send(submitApplication, { body })).reply.id
  }
  return { company, admin: () => as(portal, administrator), submit }
}

/** Applications of a company at the end of a day, by stage and status. */
async function onDay(company: { id: string }, day: string): Promise<Record<string, number>> {
  const { rows } = await portal.db.execute<{ place: string; number: number }>(sql`
    select stage || ', ' || status as place, sum(moved)::int as number from stage_days where company_id = ${company.id} and day <= ${day}::date
    group by 1 having sum(moved) <> 0 order by 1`)
  return Object.fromEntries(rows.map(({ place, number }) => [place, number]))
}

const broken = () => findAllMiscounted(portal.db, portal.clock.moment)

describe('the kept days', () => {
  it('say where the applications of a company stood at the end of each day in Dubai', async () => {
    const { company, admin, submit } = await office()
    const first = await submit('P1')
    await submit('P2')
    // 23:30 and 00:30 in Dubai.
    portal.clock.moment = new Date('2026-11-21T19:30:00.000Z')
    await admin().send(addStage, { params: { id: first }, body: { stage_name: 'Offer Letter', status: 'Approved' } })
    later(1)
    const { reply } = await admin().send(addStage, { params: { id: first }, body: { stage_name: 'Visa Stamping', status: 'Approved' } })
    later(24)
    await admin().send(updateStage, { params: { id: reply.id }, body: { status: 'Rejected' } })
    expect(await onDay(company, '2026-11-19')).toEqual({})
    expect(await onDay(company, '2026-11-20')).toEqual({ 'Offer Letter, active': 2 })
    expect(await onDay(company, '2026-11-21')).toEqual({ 'Labor Fees, active': 1, 'Offer Letter, active': 1 })
    expect(await onDay(company, '2026-11-22')).toEqual({ 'Offer Letter, active': 1, 'Visa Stamping, completed': 1 })
    expect(await onDay(company, '2026-11-23')).toEqual({ 'Offer Letter, active': 1, 'Visa Stamping, active': 1 })
    expect(await broken()).toEqual([])
  })

  it('are those of the history after random work at once, corrections and deletions included', async () => {
    const work = fc.record({
      act: fc.constantFrom('submit', 'stage', 'stage', 'stage', 'erase', 'withdraw', 'close'),
      nth: fc.nat(20),
      stage: fc.constantFrom(...STAGE_NAMES),
      status: fc.constantFrom(...StageStatus.options),
      hours: fc.nat(30),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(work, { minLength: 2, maxLength: 4 }), { minLength: 3, maxLength: 10 }), async (rounds) => {
        const offices = [await office(), await office()]
        for (const round of rounds) {
          later(round[0]?.hours ?? 1)
          await Promise.allSettled(round.map((one) => take(offices[one.nth % 2] ?? offices[0], one)))
        }
        expect(await broken()).toEqual([])
        for (const { company } of offices)
          for (const slice of [1, 100]) expect(await isCountedRight(portal.db, company.id, portal.clock.moment, slice)).toBe(true)
      }),
      { numRuns: RUNS, seed: 2026 },
    )
    const moves = await portal.db.execute(sql`select from stage_days where stage <> 'Offer Letter' and moved > 0`)
    expect(moves.rowCount).toBeGreaterThan(RUNS)
  })

  it('go with a company, whose numbers are taken off at the commit', async () => {
    const { company, admin, submit } = await office()
    await submit('P1')
    const total = async () =>
      (await portal.db.execute<{ n: number }>(sql`select coalesce(sum(moved), 0)::int as n from stage_day_totals`)).rows[0]?.n ?? 0
    const before = await total()
    await admin().send(deleteCompany, { params: company })
    expect([await total(), await onDay(company, dubaiDate(portal.clock.moment))]).toEqual([before - 1, {}])
    expect(await broken()).toEqual([])
  })

  it('are found where they are wrong, also in a company of many slices', async () => {
    const { company, submit } = await office()
    for (const number of ['P1', 'P2', 'P3']) await submit(number)
    const change = (table: string, by: number) => portal.db.execute(sql.raw(`update ${table} set moved = moved + ${by}`))
    await change('stage_days', 1)
    expect((await broken()).some((which) => which === `days of company ${company.id}`)).toBe(true)
    expect(await isCountedRight(portal.db, company.id, portal.clock.moment, 2)).toBe(false)
    await change('stage_days', -1)
    await change('stage_day_totals', 1)
    expect((await broken()).every((which) => which.startsWith('total of '))).toBe(true)
    await change('stage_day_totals', -1)
    expect([await broken(), await isCountedRight(portal.db, company.id, portal.clock.moment, 2)]).toEqual([[], true])
  })
})

type Work = { act: string; nth: number; stage: (typeof STAGE_NAMES)[number]; status: StageStatus }

async function take(at: Awaited<ReturnType<typeof office>> | undefined, { act, nth, stage, status }: Work): Promise<void> {
  if (!at) return
  const { company, admin, submit } = at
  const cases = await portal.db.select().from(applications).where(eq(applications.company_id, company.id)).orderBy(applications.id)
  const one = cases[nth % Math.max(1, cases.length)]
  if (act === 'submit' || !one) return void (await submit(`P${nth}`))
  const [held] = await portal.db.select().from(stages).where(sql`application_id = ${one.id} and stage_name = ${stage}`)
  if (act === 'erase' && held) await portal.db.delete(stages).where(eq(stages.id, held.id))
  else if (act === 'withdraw') await portal.db.delete(applications).where(eq(applications.id, one.id))
  else if (act === 'close' && nth === 0) await admin().send(deleteCompany, { params: company })
  else if (held) await admin().send(updateStage, { params: { id: held.id }, body: { status } })
  else await admin().send(addStage, { params: { id: one.id }, body: { stage_name: stage, status } })
}
