import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countedStages, openStage, openStageAt, stagesFor } from './neededStages.ts'
import { applicationStatus, currentStage, STAGE_NAMES, type StageName, type StageStatus, StageStatus as Statuses } from './stages.ts'

type Recorded = { stage_name: StageName; status: StageStatus }[]
const stages = fc.uniqueArray(fc.record({ stage_name: fc.constantFrom(...STAGE_NAMES), status: fc.constantFrom(...Statuses.options) }), {
  selector: (stage) => stage.stage_name,
})

describe('currentStage (S1)', () => {
  it.each<[string, Recorded, StageName]>([
    ['nothing recorded', [], 'Offer Letter'],
    ['the first one under way', [{ stage_name: 'Offer Letter', status: 'In Process' }], 'Offer Letter'],
    ['the first one approved', [{ stage_name: 'Offer Letter', status: 'Approved' }], 'Labor Fees'],
    [
      'the furthest one rejected',
      [
        { stage_name: 'Offer Letter', status: 'Approved' },
        { stage_name: 'Labor Fees', status: 'Rejected' },
      ],
      'Labor Fees',
    ],
    [
      'a skipped stage in between',
      [
        { stage_name: 'Entry Permit', status: 'Approved' },
        { stage_name: 'Medical Test', status: 'Submitted' },
      ],
      'Medical Test',
    ],
    [
      'an earlier one undone',
      [
        { stage_name: 'Offer Letter', status: 'Rejected' },
        { stage_name: 'Emirates ID', status: 'Approved' },
      ],
      'Visa Stamping',
    ],
    ['the last one approved', [{ stage_name: 'Visa Stamping', status: 'Approved' }], 'Visa Stamping'],
  ])('with %s', (_, recorded, expected) => expect(currentStage(recorded)).toBe(expected))

  it('does not depend on the order in which stages were recorded', () => {
    fc.assert(
      fc.property(stages, (recorded) => {
        expect(currentStage(recorded.toReversed())).toBe(currentStage(recorded))
      }),
    )
  })

  it('is the furthest recorded stage or the one after it', () => {
    fc.assert(
      fc.property(stages, (recorded) => {
        const furthest = Math.max(0, ...recorded.map((stage) => STAGE_NAMES.indexOf(stage.stage_name)))
        expect([furthest, Math.min(furthest + 1, 6)]).toContain(STAGE_NAMES.indexOf(currentStage(recorded)))
      }),
    )
  })
})

describe('applicationStatus (S2)', () => {
  it('is completed exactly when Visa Stamping is Approved', () => {
    fc.assert(
      fc.property(stages, (recorded) => {
        const stamped = recorded.find((stage) => stage.stage_name === 'Visa Stamping')?.status === 'Approved'
        expect(applicationStatus(recorded)).toBe(stamped ? 'completed' : 'active')
      }),
    )
  })
})

describe('stagesFor', () => {
  it.each([
    ['new', 'employee', 'inside_uae', STAGE_NAMES],
    ['new', 'employee', 'outside_uae', STAGE_NAMES.filter((stage) => stage !== 'Change Status')],
    ['new', 'investor', 'inside_uae', ['Entry Permit', 'Change Status', 'Medical Test', 'Emirates ID', 'Visa Stamping']],
    ['renewal', 'employee', 'inside_uae', ['Labor Fees', 'Medical Test', 'Emirates ID', 'Visa Stamping']],
    ['renewal', 'investor', 'outside_uae', ['Medical Test', 'Emirates ID', 'Visa Stamping']],
  ] as const)('of a %s application of an %s %s', (application_type, visa_type, employee_location, stages) => {
    expect(stagesFor({ application_type, visa_type, employee_location })).toEqual(stages)
  })
})

const RENEWAL = { application_type: 'renewal', visa_type: 'employee', employee_location: 'inside_uae' } as const
const FROM_OUTSIDE = { application_type: 'new', visa_type: 'employee', employee_location: 'outside_uae' } as const

describe('openStage', () => {
  it.each([
    [RENEWAL, [], 'Labor Fees'],
    [FROM_OUTSIDE, [], 'Offer Letter'],
    [FROM_OUTSIDE, [{ stage_name: 'Entry Permit', status: 'Approved' }], 'Medical Test'],
    [FROM_OUTSIDE, [{ stage_name: 'Change Status', status: 'Submitted' }], 'Change Status'],
    [FROM_OUTSIDE, [{ stage_name: 'Visa Stamping', status: 'Approved' }], 'Visa Stamping'],
  ] as const)('of %j with %j is %s', (kind, recorded, stage) => {
    expect(openStage(kind, recorded)).toBe(stage)
  })

  it('is the current stage wherever that one is needed', () => {
    fc.assert(
      fc.property(stages, (recorded) => {
        if (stagesFor(FROM_OUTSIDE).includes(currentStage(recorded))) expect(openStage(FROM_OUTSIDE, recorded)).toBe(currentStage(recorded))
      }),
    )
  })
})

describe('openStageAt', () => {
  it.each([
    [RENEWAL, 'Offer Letter', null, 'Labor Fees'],
    [RENEWAL, 'Offer Letter', 'Submitted', 'Offer Letter'],
    [RENEWAL, 'Medical Test', 'Rejected', 'Medical Test'],
    [FROM_OUTSIDE, 'Change Status', null, 'Medical Test'],
  ] as const)('of %j at %s with %s is %s', (kind, current_stage, stage_status, stage) => {
    expect(openStageAt({ ...kind, current_stage, stage_status })).toBe(stage)
  })
})

describe('countedStages', () => {
  it('are those that are needed, and any other that is recorded', () => {
    expect(countedStages(RENEWAL, [])).toHaveLength(4)
    expect(countedStages(RENEWAL, [{ stage_name: 'Entry Permit' }])).toEqual([
      'Labor Fees',
      'Entry Permit',
      'Medical Test',
      'Emirates ID',
      'Visa Stamping',
    ])
  })
})
