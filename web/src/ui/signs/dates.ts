import { dubaiDate } from 'contract'
import { perLanguage } from '../../messages/language.ts'

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Dubai' } as const
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const

// en-AE writes "Sep" where en-GB writes "Sept".
const day = perLanguage((locale) => new Intl.DateTimeFormat(locale, { ...DAY, timeZone: 'UTC' }))
const moment = perLanguage((locale) => new Intl.DateTimeFormat(locale, { ...DAY, ...CLOCK }))

const isDateOnly = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value)

/** `21 Nov 2026` for a calendar date or a moment, always in Asia/Dubai; a calendar date never shifts (U12). */
export const formatDate = (value: string): string => day().format(new Date(isDateOnly(value) ? value : dubaiDate(new Date(value))))

const month = perLanguage((locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }))
/** `November 2026` for YYYY-MM. */
export const formatMonth = (value: string): string => month().format(new Date(`${value}-01`))

/** `21 Nov 2026, 14:02` in Asia/Dubai. */
const formatMoment = (value: string): string => moment().format(new Date(value))

/** The title of a date: the moment with its time, or the date itself. */
export const absolute = (value: string): string => (isDateOnly(value) ? formatDate(value) : formatMoment(value))

const time = perLanguage((locale) => new Intl.DateTimeFormat(locale, CLOCK))

/** `14:02` for today, `21 Nov 2026, 14:02` for another day, in Asia/Dubai. */
export const formatTime = (value: string, now = new Date()): string =>
  dubaiDate(new Date(value)) === dubaiDate(now) ? time().format(new Date(value)) : formatMoment(value)

const relative = perLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
const UNITS = [
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
] as const

/** `3 hours ago`, `yesterday`; the date where it is longer ago. */
export function formatRelative(value: string, now = Date.now()): string {
  let amount = (Date.parse(value) - now) / 60_000
  for (const [unit, size] of UNITS) {
    if (Math.abs(amount) < size) return relative().format(Math.trunc(amount), unit)
    amount /= size
  }
  return formatDate(value)
}
