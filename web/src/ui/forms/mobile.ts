/** F26: a mobile number of the UAE, in any usual form. */
const OF_THE_UAE = /^(?:(?:\+|00)?9710?|0)(5[024-68]\d{7})$/
/** Numbers that begin like one; others may be foreign. */
const MEANT_FOR_THE_UAE = /^(?:\+|00)971|^971(?=0?5)|^0(?=5)/

const plain = (typed: string): string => typed.replace(/[\s().-]/g, '')

/** Changes `050 123 4567` to `+971501234567`; other numbers stay as typed. */
export function tidyMobile(typed: string): string {
  const national = OF_THE_UAE.exec(plain(typed))?.[1]
  return national ? `+971${national}` : typed.trim()
}

/** Whether a number looks like a mobile number of the UAE with a mistake. */
export const isOddMobile = (typed: string): boolean => MEANT_FOR_THE_UAE.test(plain(typed)) && !OF_THE_UAE.test(plain(typed))
