import { addRule, countFacets, getSettings, getToday, listApplications, type UsualDays } from 'contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startOtherServer } from '../../../test/otherServer.ts'
import { startPortal } from '../../../test/portal.ts'
import { sentStatements } from '../../../test/sentStatements.ts'

const portal = startPortal()
const make = given(portal)

let other: Awaited<ReturnType<typeof startOtherServer>>
beforeAll(async () => {
  other = await startOtherServer(portal)
})
afterAll(() => other.end())

type Session = ReturnType<typeof as>
let here: Session
let there: Session
/** Everybody, each at both servers. */
let everybody: Session[]
beforeEach(async () => {
  const company = await make.company()
  await make.application(company, { submitted_at: '2026-11-05T06:00:00.000Z' })
  const admin = await make.user('admin')
  const others = [await make.user('company_admin', { of: [company] }), await make.user('employee', { of: [company] })]
  here = as(portal, admin)
  there = as(other, admin)
  everybody = [here, there, ...others.flatMap((user) => [as(portal, user), as(other, user)])]
})

/** Of a later day each time. */
let day = 0
const setUsual = async (by: Session, usual: { least: number; most?: number } | undefined) => {
  const body = {
    key: 'stage_usual_days',
    applies: { stage_name: 'Offer Letter' },
    ...(usual ? { value: usual } : { withdrawn: true as const }),
    in_force_from: `2026-11-${String(++day).padStart(2, '0')}`,
    source_name: 'Our own figures',
    confidence: 'provider',
  } as const
  expect((await by.send(addRule, { body })).status).toBe(201)
}
const usualOf = async (who: Session): Promise<UsualDays | undefined> => (await who.send(getSettings, {})).reply.usual_days
/** By list, facets and home. */
const lateOf = async (who: Session) => {
  const { total } = await who.list(listApplications, { query: { pace: 'late' } })
  const [facet] = (await who.send(countFacets, {})).reply.pace
  const group = (await who.send(getToday, { query: {} })).reply.groups.find(({ kind }) => kind === 'late')
  return [total, facet?.count, group?.count ?? 0]
}

describe('the rules that a server has', () => {
  it('are those of the starter at first, and nobody’s who is not signed in', async () => {
    const usual = {
      'Labor Fees': { least: 2 },
      'Entry Permit': { least: 3, most: 5 },
      'Medical Test': { least: 1, most: 3 },
      'Emirates ID': { least: 5, most: 7 },
      'Visa Stamping': { least: 2, most: 3 },
    }
    for (const who of everybody) expect(await usualOf(who)).toEqual(usual)
    for (const server of [portal, other]) expect((await as(server).send(getSettings, {})).reply).not.toHaveProperty('usual_days')
  })

  it('are the latest at the next request of anyone, at each server', async () => {
    const late = (await lateOf(here))[0] ?? 0
    expect(late).toBeGreaterThan(0)
    expect(await lateOf(there)).toEqual([late, late, late])
    for (const [by, usual, number] of [
      [here, { least: 3, most: 6 }, 0],
      [there, { least: 1 }, late],
      [here, { least: 20 }, 0],
      [there, undefined, late],
    ] as const) {
      await setUsual(by, usual)
      for (const who of [here, there]) expect(await lateOf(who)).toEqual([number, number, number])
      for (const who of everybody) expect((await usualOf(who))?.['Offer Letter']).toEqual(usual)
    }
  })

  it('are read again once, by one statement', async () => {
    const isOfRules = (text: string) => text.includes('from "rules"')
    const read = async () => (await sentStatements(async () => void (await there.list(listApplications, {})))).filter(isOfRules).length
    await read()
    await setUsual(here, { least: 4 })
    expect([await read(), await read()]).toEqual([1, 0])
  })
})
