import { DAY_MS } from './units.ts'

const DUBAI_OFFSET_MS = 4 * 60 * 60 * 1000

/** YYYY-MM. Not the last one of the year 9999: its end has no date. */
export const MONTH: RegExp = /^(?!9999-12)[1-9]\d{3}-(0[1-9]|1[0-2])$/

export const EXPIRING_WINDOW_DAYS = 30

/** The date YYYY-MM-DD in Asia/Dubai, which is UTC+4 all year. */
export const dubaiDate = (moment: Date): string => new Date(moment.getTime() + DUBAI_OFFSET_MS).toISOString().slice(0, 10)

/** The moment at which a calendar date begins in Asia/Dubai. */
export const startOf = (date: string): string => `${date}T00:00:00+04:00`

export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7)
}

/** Days from 1970 to a date YYYY-MM-DD. */
export const dayNumber = (date: string): number =>
  Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / DAY_MS

export const addDays = (date: string, days: number): string => new Date((dayNumber(date) + days) * DAY_MS).toISOString().slice(0, 10)

/** The same day of another month, or its last one. */
export function afterMonths(day: string, months: number): string {
  const month = addMonths(day.slice(0, 7), months)
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}${day.slice(7)}`
  return same < last ? same : last
}

/** 0 on the day itself, negative afterwards (S9). */
export const daysLeft = (date: string, today: string): number => dayNumber(date) - dayNumber(today)
