import { isOddMobile } from '../ui/forms/mobile.ts'
import type { Answers, Field } from './answers.ts'

type Warning = 'passport' | 'eidShape' | 'eidCheckDigit' | 'visaPast' | 'eidPast' | 'mobile'
export type Warnings = Partial<Record<Field, Warning>>

const EID = /^784\d{12}$/
const PASSPORT = /^[A-Z0-9]{5,15}$/i

const digitsOf = (text: string): string => text.replace(/[\s-]/g, '')

/** The Luhn check, which Emirates ID numbers pass (F24). */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function warningOfEid(given: string): Warning | undefined {
  const digits = digitsOf(given)
  if (digits === '') return undefined
  if (!EID.test(digits)) return 'eidShape'
  return passesLuhn(digits) ? undefined : 'eidCheckDigit'
}

const isPast = (date: string, today: string): boolean => date !== '' && date < today

/** Warnings about values that may be wrong; the record can be saved all the same (U50). */
export function warningsOf(answers: Answers, today: string): Warnings {
  const passport = digitsOf(answers.passport_number)
  const eid = warningOfEid(answers.eid_number)
  return {
    ...(passport !== '' && !PASSPORT.test(passport) && { passport_number: 'passport' }),
    ...(isPast(answers.visa_expiry_date, today) && { visa_expiry_date: 'visaPast' }),
    ...(eid && { eid_number: eid }),
    ...(isPast(answers.eid_expiry_date, today) && { eid_expiry_date: 'eidPast' }),
    ...(isOddMobile(answers.mobile) && { mobile: 'mobile' }),
  }
}
