/** F26: a mobile number of the UAE, in any of the ways it is written. */
const OF_THE_UAE = /^(?:(?:\+|00)?9710?|0)(5[024-68]\d{7})$/
/** What begins like one; any other number may be a foreign one. */
const MEANT_FOR_THE_UAE = /^(?:\+|00)971|^971(?=0?5)|^0(?=5)/

const plain = (typed: string): string => typed.replace(/[\s().-]/g, '')

/** `050 123 4567` as `+971501234567`; any other number, a foreign one too, stays as it was typed. */
export function tidyMobile(typed: string): string {
  const national = OF_THE_UAE.exec(plain(typed))?.[1]
  return national ? `+971${national}` : typed.trim()
}

/** Whether a number looks like a mobile number of the UAE with something wrong in it. */
export const isOddMobile = (typed: string): boolean => MEANT_FOR_THE_UAE.test(plain(typed)) && !OF_THE_UAE.test(plain(typed))
