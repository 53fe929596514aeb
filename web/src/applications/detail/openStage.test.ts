import type { Stage } from 'contract'
import { describe, expect, it } from 'vitest'
import { openStageOf } from './openStage.ts'

/** A Friday. */
const NOW = new Date('2026-11-20T06:00:00.000Z')
const RENEWAL = { application_type: 'renewal', visa_type: 'employee', employee_location: 'inside_uae' } as const

const USUAL = { 'Labor Fees': { least: 2 }, 'Medical Test': { least: 1, most: 3 } }

const MEDICAL: Stage = {
  id: '0196f0a0-0000-7000-8000-000000000001',
  application_id: '0196f0a0-0000-7000-8000-000000000002',
  stage_name: 'Medical Test',
  status: 'In Process',
  notes: 'Called them today',
  document: null,
  document_details: null,
  created_at: '2026-11-10T06:00:00.000Z',
  updated_at: '2026-11-20T05:00:00.000Z',
  updated_by_name: 'Huda Salem',
}

describe('openStageOf', () => {
  it('counts from when the stage became the current one, whatever was noted since', () => {
    const application = { ...RENEWAL, current_stage: 'Medical Test', stage_since: '2026-11-16T06:00:00.000Z' } as const
    expect(openStageOf(application, [MEDICAL], NOW, USUAL)).toMatchObject({
      stage_name: 'Medical Test',
      days: 4,
      pace: 'slow',
      until: undefined,
    })
    const fresh = { ...application, stage_since: '2026-11-19T06:00:00.000Z' }
    expect(openStageOf(fresh, [MEDICAL], NOW, USUAL)).toMatchObject({ days: 1, pace: 'on_time', until: '2026-11-24', next: 'Emirates ID' })
  })

  it('is late where lists and counts say so, and promises no day that has passed', () => {
    const application = { ...RENEWAL, current_stage: 'Offer Letter', stage_since: '2026-11-10T06:00:00.000Z' } as const
    expect(openStageOf(application, [], NOW, USUAL)).toMatchObject({
      stage_name: 'Labor Fees',
      saved: undefined,
      pace: 'on_time',
      until: undefined,
    })
    expect(openStageOf({ ...application, stage_since: '2026-11-02T06:00:00.000Z' }, [], NOW, USUAL).pace).toBe('late')
  })
})
