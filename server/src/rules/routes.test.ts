import { addDays, addRule, confirmRule, getRule, getSettings, type Input, listJournal, listRules, ruleFor } from 'contract'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { history } from '../db/history.table.ts'
import { INSTALLATION, installation } from '../db/installation.table.ts'
import { rules } from '../db/rules.table.ts'
import { writeStarter } from './starter.ts'

const portal = startPortal()
const { user, company } = given(portal)

type Session = ReturnType<typeof as>
let huda: Session
let sami: Session
let omar: Session
beforeEach(async () => {
  huda = as(portal, await user('admin', { full_name: 'Huda Salem' }))
  sami = as(portal, await user('admin', { full_name: 'Sami Haddad' }))
  omar = as(portal, await user('company_admin', { of: [await company()] }))
})

type NewRule = NonNullable<Input<typeof addRule>['body']>
let zones = 0
/** Of conditions that no other test has. */
const ofZone = () => ({ free_zone: `Zone ${++zones}` })
const RULE = {
  key: 'exit_permit',
  value: { en: 'An exit permit is needed.', ar: 'يلزم تصريح مغادرة.' },
  in_force_from: '2026-11-01',
  source_name: 'ICP',
  confidence: 'authority',
} as const satisfies NewRule
const add = (rule: Partial<Record<keyof NewRule, unknown>>, by = huda) => by.send(addRule, { body: { ...RULE, ...rule } as NewRule })
const list = async (query: Input<typeof listRules>['query'] = {}, by = huda) => (await by.send(listRules, { query })).reply
const count = () => portal.db.$count(rules)

describe('the rules of the portal', () => {
  it('keep both of two that follow each other, and answer the one of the day', async () => {
    const days = async (on: string) => (await list({ key: 'wages_stop', on })).map(({ value, confirmed }) => [value, confirmed])
    expect(await days('2026-05-20')).toEqual([[{ days: 17 }, true]])
    expect(await days('2026-06-02')).toEqual([[{ days: 5 }, false]])
    expect(await days('2022-07-26')).toEqual([])
    expect((await list({ key: 'wages_stop' })).map(({ value }) => value)).toEqual([{ days: 5 }])
  })

  it('leave the sums of before as they are: each day costs what the rule of that day says', async () => {
    await add({ key: 'residence_overstay', value: { amount: 100, every: 'day' }, in_force_from: '2027-01-01' })
    const announced = await list({ key: 'residence_overstay' })
    expect(announced.map(({ in_force_from }) => in_force_from)).toEqual(['2027-01-01', '2026-02-11'])
    const costOn = (day: string) => ruleFor(announced, 'residence_overstay', {}, day)?.rule.value.amount ?? Number.NaN
    expect(costOn('2026-11-20')).toBe(50)
    const fined = Array.from({ length: 17 }, (_, day) => addDays('2026-12-20', day))
    expect([fined.at(0), fined.at(-1)]).toEqual(['2026-12-20', '2027-01-05'])
    expect(fined.reduce((sum, day) => sum + costOn(day), 0)).toBe(12 * 50 + 5 * 100)
  })

  it('have a source: one without is refused and nothing is stored', async () => {
    const before = await count()
    const { status, problem } = await add({ source_name: ' ', applies: ofZone() })
    expect([status, problem.errors]).toEqual([422, [{ field: 'source_name', detail: 'Source name is required' }]])
    expect(await count()).toBe(before)
  })

  it('are brought along once, however often the portal starts, and an administrator’s stay', async () => {
    const [before] = await list({ key: 'vat' })
    await add({ key: 'vat', value: { percent: 6 }, in_force_from: '2026-11-20' })
    const rows = await count()
    for (const restart of [1, 2]) await writeStarter(portal.db, new Date(portal.clock.moment.getTime() + restart))
    expect(await count()).toBe(rows)
    // As a later release does, which brings others along.
    await portal.db.update(installation).set({ value: 'of the release before' }).where(sql`key = ${INSTALLATION.starterRules}`)
    await writeStarter(portal.db, portal.clock.moment)
    expect(await count()).toBe(rows)
    expect((await list({ key: 'vat' }))[0]?.value).toEqual({ percent: 6 })
    expect(before).toMatchObject({ value: { percent: 5 }, confirmed: false, source_name: 'Ministry of Finance, "Value Added Tax"' })
  })
})

describe('addRule', () => {
  it('keeps the rules before, who wrote it and when, and counts as unconfirmed', async () => {
    const applies = ofZone()
    const first = await add({ applies })
    const { reply, headers } = await add({ applies, value: { en: 'None.', ar: 'لا شيء.' }, in_force_from: '2026-11-20' }, sami)
    expect([first.status, headers.etag]).toEqual([201, expect.stringMatching(/^"/)])
    expect(reply).toMatchObject({ applies, confirmed: false, confirmed_at: null, created_by_name: 'Sami Haddad' })
    expect(reply.versions.map(({ id, created_by_name }) => [id, created_by_name])).toEqual([
      [reply.id, 'Sami Haddad'],
      [first.reply.id, 'Huda Salem'],
    ])
    const lines = await portal.db.select().from(history).where(sql`${history.record_id} = ${reply.id}`)
    expect(lines).toMatchObject([{ record_type: 'settings', action: 'rule_added', subject: 'exit_permit', actor_name: 'Sami Haddad' }])
  })

  it('is refused on a day that is not after the one in force; one that is ahead is replaced, and stays to be read', async () => {
    const applies = ofZone()
    await add({ applies })
    for (const in_force_from of ['2026-11-01', '2025-01-01']) {
      const { status, problem } = await add({ applies, in_force_from })
      expect([status, problem.detail]).toEqual([409, 'A rule from 1 Nov 2026 is in force. Choose a later date.'])
    }
    const ahead = { applies, in_force_from: '2027-03-01' }
    const wrong = await add(ahead)
    const { reply } = await add({ ...ahead, value: { en: 'Corrected.', ar: 'مصحح.' } })
    expect(reply.versions.map(({ replaced_at }) => replaced_at !== null)).toEqual([false, true, false])
    expect((await list({ key: 'exit_permit' })).filter((rule) => rule.applies.free_zone === applies.free_zone)).toHaveLength(2)
    const { status } = await huda.send(confirmRule, { params: wrong.reply, body: { confirmed: true } })
    expect(status).toBe(409)
  })

  it('ends a rule that is withdrawn', async () => {
    const applies = ofZone()
    await add({ applies })
    expect((await add({ applies, value: undefined, withdrawn: true, in_force_from: '2026-11-20' })).reply.value).toBeNull()
    const held = async (on: string) =>
      (await list({ key: 'exit_permit', on })).filter((rule) => rule.applies.free_zone === applies.free_zone)
    expect([await held('2026-11-19'), await held('2026-11-20')]).toMatchObject([[{ value: RULE.value }], []])
  })

  it.each<[string, object, string, string]>([
    ['a value of another kind', { value: { days: 3 } }, 'value.en', 'En is required'],
    ['no value', { value: undefined }, 'value', 'Value is required'],
    ['a fine without an amount', { key: 'vat', value: {} }, 'value.percent', 'Percent is required'],
    ['papers of a stage without saying which', { key: 'stage_papers', value: { need: 'required' } }, 'applies.item', 'Item is required'],
    [
      'a need that depends, without saying on what',
      { key: 'stage_papers', applies: { item: 'photo' }, value: { need: 'if' } },
      'value.en',
      'En is required',
    ],
    ['a third decimal', { key: 'cancel_fee', value: { amount: 1.005, every: 'once' } }, 'value.amount', 'Amount is not valid'],
    ['negative days', { key: 'enter_by', value: { days: -1 } }, 'value.days', 'Days must be at least 0'],
    ['days and months', { key: 'enter_by', value: { days: 1, months: 1 } }, 'value.days', 'Days is required'],
    ['a range that ends before it begins', { key: 'case_usual_days', value: { least: 5, most: 2 } }, 'value.most', 'Most is not valid'],
    ['an unknown condition', { applies: { weather: 'fine' } }, 'applies.weather', 'Weather is not accepted here'],
    ['levels from 5 to 2', { applies: { skill_from: 5, skill_to: 2 } }, 'applies.skill_to', 'Skill to is not valid'],
    ['an address that is none', { source_url: 'javascript:alert(1)' }, 'source_url', 'Source url is not valid'],
    ['an address without a host', { source_url: 'https://?law' }, 'source_url', 'Source url is not valid'],
    ['an address with a space', { source_url: 'https://icp.gov.ae /law' }, 'source_url', 'Source url is not valid'],
    ['an address that turns round what is read', { source_url: 'https://icp.gov.ae/\u202ewal' }, 'source_url', 'Source url is not valid'],
    ['a value of what is withdrawn', { withdrawn: true }, 'value', 'Value is not accepted here'],
    ['a day that is none', { in_force_from: '2026-02-30' }, 'in_force_from', 'In force from is not a valid date (YYYY-MM-DD)'],
  ])('refuses %s', async (_, rule, field, detail) => {
    const { status, problem } = await add(rule)
    expect([status, problem.errors?.[0]]).toEqual([422, { field, detail }])
  })

  it('writes one of two of the same day that come at once over the other', async () => {
    const applies = ofZone()
    const answers = await Promise.all([huda, sami].map((by) => add({ applies, in_force_from: '2027-05-01' }, by)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const { reply } = await huda.send(getRule, { params: answers[0]?.reply ?? { id: '' } })
    expect(reply.versions.filter(({ replaced_at }) => replaced_at === null)).toHaveLength(1)
  })
})

describe('confirmRule', () => {
  it('says who confirmed it and when, can be taken back, and changes nothing twice', async () => {
    const { reply } = await add({ applies: ofZone() })
    const set = (confirmed: boolean, by: Session = sami) => by.send(confirmRule, { params: reply, body: { confirmed } })
    const unconfirmed = async () => (await list({ unconfirmed: 'true' })).some(({ id }) => id === reply.id)
    expect(await unconfirmed()).toBe(true)
    const waiting = async (by = huda) => (await by.send(getSettings, {})).reply.unconfirmed_rules
    const before = await waiting()
    expect([before, await waiting(omar)]).toEqual([(await list({ unconfirmed: 'true' })).length, undefined])
    const confirmed = (await set(true)).reply
    expect(confirmed).toMatchObject({ confirmed: true, confirmed_by_name: 'Sami Haddad', confirmed_at: portal.clock.moment.toISOString() })
    expect([await unconfirmed(), await waiting()]).toEqual([false, (before ?? 0) - 1])
    expect((await set(true, huda)).reply).toEqual(confirmed)
    expect((await set(false, huda)).reply).toMatchObject({ confirmed: false, confirmed_by_name: 'Huda Salem' })
    const lines = (await huda.send(listJournal, { query: { record_id: reply.id, record_type: 'settings' } })).reply
    const written = lines.flatMap(({ action, actor_name }) => (action ? [[action, actor_name]] : []))
    expect(written).toEqual([
      ['rule_doubted', 'Huda Salem'],
      ['rule_confirmed', 'Sami Haddad'],
      ['rule_added', 'Huda Salem'],
    ])
  })

  it('is refused in another state than the one that was read', async () => {
    const { reply } = await add({ applies: ofZone() })
    const { headers } = await huda.send(getRule, { params: reply })
    const withTag = { 'if-match': String(headers.etag) }
    const set = (confirmed: boolean) => huda.send(confirmRule, { params: reply, body: { confirmed } }, withTag)
    expect([(await set(true)).status, (await set(false)).status]).toEqual([200, 412])
  })
})

describe('companies', () => {
  it('read the rules without the names of administrators, and change none', async () => {
    const { reply } = await add({ applies: ofZone() })
    await sami.send(confirmRule, { params: reply, body: { confirmed: true } })
    const read = (await omar.send(getRule, { params: reply })).reply
    expect(read).toMatchObject({ confirmed: true, created_by_name: null, confirmed_by_name: null })
    expect(JSON.stringify(read)).not.toContain('Salem')
    expect(await list({}, omar)).toEqual(await list())
    expect((await add({ applies: ofZone() }, omar)).status).toBe(403)
  })
})

describe('the tables of rules', () => {
  it.each([
    `update rules set value = '{"days": 1}'`,
    'delete from rules',
    'truncate rules cascade',
    'delete from rule_confirmations',
    'update rule_confirmations set confirmed = not confirmed',
    `update rules set created_by = (select id from users limit 1)`,
  ])('take no other change: %s', async (statement) => {
    await expect(portal.db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/is append-only/) },
    })
  })
})
