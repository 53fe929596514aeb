/** F26: a mobile number of the UAE, in any of the ways it is written. */
const OF_THE_UAE = /^(?:(?:\+|00)?9710?|0)(5[024-68]\d{7})$/

/** `050 123 4567` as `+971501234567`; any other number, a foreign one too, stays as it was typed. */
export function tidyMobile(typed: string): string {
  const national = OF_THE_UAE.exec(typed.replace(/[\s().-]/g, ''))?.[1]
  return national ? `+971${national}` : typed.trim()
}
