import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conditionsKey, inForceOn, type RuleFacts, rivalsOf, ruleFor } from './ruleFor.ts'
import type { RuleConditions, RuleKey } from './ruleValues.ts'

const DAYS = ['2026-01-01', '2026-02-11', '2026-06-01', '2026-11-22', '2027-01-01'] as const
const KEYS = ['grace_after_end', 'wages_stop'] as const satisfies RuleKey[]

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const given = <Row extends object>(row: Row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row

const emirate = fc.constantFrom('dubai' as const, 'sharjah' as const)
const visa_type = fc.constantFrom('employee' as const, 'investor' as const)
const level = fc.integer({ min: 1, max: 9 })
const levels = fc.tuple(level, level).map(([one, other]) => ({ skill_from: Math.min(one, other), skill_to: Math.max(one, other) }))
const nationality = fc.constantFrom('IN', 'PK', 'PH')
const conditions: fc.Arbitrary<RuleConditions> = fc
  .record({
    plain: fc.record({ emirate: optional(emirate), visa_type: optional(visa_type) }),
    range: optional(levels),
    from: optional(nationality),
  })
  .map(({ plain, range, from }) => given({ ...plain, ...range, ...(from && { nationalities: [from, 'AF'] }) }) as RuleConditions)
const facts: fc.Arbitrary<RuleFacts> = fc
  .record({ emirate: optional(emirate), visa_type: optional(visa_type), skill_level: optional(level), nationality: optional(nationality) })
  .map((known) => given(known) as RuleFacts)

const row = fc.record({
  key: fc.constantFrom(...KEYS),
  applies: conditions,
  value: fc.option(
    fc.integer({ min: 1, max: 180 }).map((days) => ({ days })),
    { freq: 4 },
  ),
  in_force_from: fc.constantFrom(...DAYS),
})
/** As the database keeps them: one of each key, conditions and day. */
const rules = fc
  .uniqueArray(row, { selector: ({ key, applies, in_force_from }) => `${key} ${conditionsKey(applies)} ${in_force_from}`, maxLength: 40 })
  .map((rows) => rows.map((each, id) => ({ id, ...each })))
const day = fc.constantFrom(...DAYS, '2025-12-31', '2026-02-10')
const key = fc.constantFrom(...KEYS)

const weightOf = ({ skill_from, skill_to, ...rest }: RuleConditions) =>
  Object.keys(rest).length + Number(skill_from !== undefined || skill_to !== undefined)

/** Whether the conditions hold for what is known, said plainly. */
function holds({ emirate, visa_type, skill_from = 0, skill_to = 99, nationalities, ...others }: RuleConditions, known: RuleFacts): boolean {
  expect(others).toEqual({})
  const isInRange =
    skill_from === 0 || (known.skill_level !== undefined && known.skill_level >= skill_from && known.skill_level <= skill_to)
  return (
    (emirate === undefined || emirate === known.emirate) &&
    (visa_type === undefined || visa_type === known.visa_type) &&
    isInRange &&
    (nationalities === undefined || nationalities.some((code) => code === known.nationality))
  )
}

describe('ruleFor', () => {
  it('answers one rule at most: one in force, whose conditions are met, and none meets more', () => {
    fc.assert(
      fc.property(rules, key, facts, day, (all, wanted, known, on) => {
        const found = ruleFor(all, wanted, known, on)
        const meeting = inForceOn(all, on).filter((rule) => rule.key === wanted && holds(rule.applies, known))
        const most = Math.max(...meeting.map(({ applies }) => weightOf(applies)))
        expect(found !== undefined).toBe(meeting.length > 0)
        if (!found) return
        expect(meeting).toContain(found.rule)
        expect(found.rule.in_force_from <= on).toBe(true)
        expect(weightOf(found.rule.applies)).toBe(most)
      }),
      { numRuns: 500 },
    )
  })

  it('says the same in whatever order the rules stand', () => {
    const shuffled = rules.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
    fc.assert(
      fc.property(shuffled, key, facts, day, ([all, other], wanted, known, on) => {
        expect(ruleFor(other, wanted, known, on)).toEqual(ruleFor(all, wanted, known, on))
      }),
    )
  })

  it('does not change for what is added ahead, under another key, or for others', () => {
    const closed = { visa_type: 'investor', free_zone: 'DIFC' } as const
    fc.assert(
      fc.property(rules, facts, day, (all, known, on) => {
        const of = (more: object[]) => ruleFor([...all, ...(more as typeof all)], 'wages_stop', { ...known, free_zone: 'JAFZA' }, on)
        const rule = { id: 99, key: 'wages_stop', applies: {}, value: { days: 1 }, in_force_from: '2030-01-01' } as const
        const before = of([])
        expect(of([rule])).toEqual(before)
        expect(of([{ ...rule, key: 'enter_by', in_force_from: DAYS[0] }])).toEqual(before)
        expect(of([{ ...rule, applies: closed, in_force_from: DAYS[0] }])).toEqual(before)
      }),
    )
  })

  it('has no number from the day on that a rule is withdrawn, until the next one', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...DAYS], { minLength: 3, maxLength: 3 }), (days) => {
        const [first = '', gone = '', again = ''] = days.toSorted()
        const line = { key: 'vat' as const, applies: {} }
        const all = [
          { ...line, value: { percent: 5 }, in_force_from: first },
          { ...line, value: null, in_force_from: gone },
          { ...line, value: { percent: 9 }, in_force_from: again },
        ]
        const percents = DAYS.map((on) => ruleFor(all, 'vat', {}, on)?.rule.value.percent)
        expect(percents).toEqual(DAYS.map((on) => (on < first || (on >= gone && on < again) ? undefined : on < gone ? 5 : 9)))
      }),
    )
  })

  it('says that a rule is assumed where a closer one asks for what is not known', () => {
    const all = [
      { key: 'grace_after_end', applies: {}, value: { days: 30 }, in_force_from: '2022-11-11' },
      { key: 'grace_after_end', applies: { skill_from: 1, skill_to: 2 }, value: { days: 180 }, in_force_from: '2022-11-11' },
      { key: 'grace_after_end', applies: { skill_from: 3, skill_to: 3 }, value: { days: 90 }, in_force_from: '2022-11-11' },
    ] as const
    const grace = (known: RuleFacts) => {
      const found = ruleFor(all, 'grace_after_end', known, '2026-11-22')
      return [found?.rule.value.days, found?.assumed]
    }
    expect(grace({})).toEqual([30, true])
    expect(grace({ skill_level: 3 })).toEqual([90, false])
    expect(grace({ skill_level: 2 })).toEqual([180, false])
    expect(grace({ skill_level: 7 })).toEqual([30, false])
  })
})

describe('rivalsOf', () => {
  const known = ['dubai', 'sharjah'].flatMap((emirate) =>
    ['employee', 'investor'].flatMap((visa_type) =>
      [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((skill_level) =>
        ['IN', 'PK', 'PH', 'AF'].map((nationality) => ({ emirate, visa_type, skill_level, nationality }) as RuleFacts),
      ),
    ),
  )

  it('are those of equal weight that hold for a case together with the rule, each of the other', () => {
    fc.assert(
      fc.property(rules, day, (all, today) => {
        for (const rule of inForceOn(all, today)) {
          const others = inForceOn(all, today).filter(({ id, key: of }) => id !== rule.id && of === rule.key)
          const meeting = others.filter(
            ({ applies }) =>
              weightOf(applies) === weightOf(rule.applies) && known.some((facts) => holds(applies, facts) && holds(rule.applies, facts)),
          )
          const found = rivalsOf(all, rule, today)
          expect(found.map(({ id }) => id).toSorted()).toEqual(meeting.map(({ id }) => id).toSorted())
          for (const other of found) expect(rivalsOf(all, other, today)).toContainEqual(rule)
        }
      }),
    )
  })
})

describe('conditionsKey', () => {
  it('is the same for the same conditions, however they are written', () => {
    expect(conditionsKey({ emirate: 'dubai', nationalities: ['PK', 'IN'], paper: undefined })).toBe(
      conditionsKey({ nationalities: ['IN', 'PK'], emirate: 'dubai' }),
    )
    expect(conditionsKey({})).toBe('{}')
  })
})
