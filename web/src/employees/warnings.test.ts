import { describe, expect, it } from 'vitest'
import { EMPTY } from './answers.ts'
import { passesLuhn, warningsOf } from './warnings.ts'

const TODAY = '2026-11-20'

describe('passesLuhn (F24)', () => {
  it.each([
    ['784199012345676', true],
    ['784199012345671', false],
  ])('of %s is %s', (digits, passes) => {
    expect(passesLuhn(digits)).toBe(passes)
  })
})

describe('warningsOf (U50)', () => {
  it('says nothing about an empty form', () => {
    expect(warningsOf(EMPTY, TODAY)).toEqual({})
  })

  it.each([
    [{ eid_number: '784-1990-1234567-6' }, {}],
    [{ eid_number: '784-1990-1234567-1' }, { eid_number: 'eidCheckDigit' }],
    [{ eid_number: '784-1990-' }, { eid_number: 'eidShape' }],
    [{ eid_number: '123-1990-1234567-6' }, { eid_number: 'eidShape' }],
    [{ passport_number: 'n1234567' }, {}],
    [{ passport_number: 'N12/34' }, { passport_number: 'passport' }],
    [{ passport_number: 'N1' }, { passport_number: 'passport' }],
    [{ visa_expiry_date: '2026-11-20' }, {}],
    [{ visa_expiry_date: '2026-11-19' }, { visa_expiry_date: 'visaPast' }],
    [{ eid_expiry_date: '2026-11-19' }, { eid_expiry_date: 'eidPast' }],
    [{ mobile: '+971 50 123 4567' }, {}],
    [{ mobile: '00971501234567' }, {}],
    [{ mobile: '050-123 4567' }, {}],
    [{ mobile: '+971 (0)50.123.4567' }, {}],
    [{ mobile: '+971 51 123 4567' }, { mobile: 'mobile' }],
    [{ mobile: '0501234' }, { mobile: 'mobile' }],
    [{ mobile: '+91 98765 43210' }, {}],
  ])('of %j are %j', (answers, warnings) => {
    expect(warningsOf({ ...EMPTY, ...answers }, TODAY)).toEqual(warnings)
  })
})
