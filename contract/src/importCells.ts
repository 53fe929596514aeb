import { addDays } from './dates.ts'
import { westernDigits } from './digits.ts'
import { type ImportColumn, isDateColumn } from './importColumns.ts'

/** Whether 03/04/2027 is 3 April or 4 March. */
export const DATE_ORDERS = ['day', 'month'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** Invisible marks that spreadsheets put around text of the other direction. */
const MARKS = /[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
const MONTHS = [
  ['jan', 'يناير', 'كانون الثاني'],
  ['feb', 'فبراير', 'شباط'],
  ['mar', 'مارس', 'آذار'],
  ['apr', 'أبريل', 'إبريل', 'ابريل', 'نيسان'],
  ['may', 'مايو', 'أيار'],
  ['jun', 'يونيو', 'يونيه', 'حزيران'],
  ['jul', 'يوليو', 'يوليه', 'تموز'],
  ['aug', 'أغسطس', 'اغسطس', 'آب'],
  ['sep', 'سبتمبر', 'أيلول'],
  ['oct', 'أكتوبر', 'اكتوبر', 'تشرين الأول'],
  ['nov', 'نوفمبر', 'تشرين الثاني'],
  ['dec', 'ديسمبر', 'كانون الأول'],
]
const monthNamed = (name: string): number =>
  MONTHS.findIndex(([english = '', ...arabic]) => name.toLowerCase().startsWith(english) || arabic.includes(name)) + 1

/** Excel writes two digits where a person types them; 69 and later are of the last century. */
const wholeYear = (year: string): number => (year.length === 2 ? Number(year) + (Number(year) < 69 ? 2_000 : 1_900) : Number(year))

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/
const NUMBERS = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{2}|\d{4})$/
const NAMED = /^(\d{1,2})[-/., ]*([\p{L}\p{M}]+(?: [\p{L}\p{M}]+)?)[-/., ]*(\d{2}|\d{4})$/u
/** From 1954 to 2119. */
const SERIAL = /^([2-7]\d{4})(?:\.\d+)?$/

const two = (number: number): string => String(number).padStart(2, '0')

/** Undefined for a day that no calendar has. */
function realDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900 && year <= 2200
  return isReal ? `${year}-${two(month)}-${two(day)}` : undefined
}

/** Before the day that spreadsheets number 1, as they count from March 1900 on. */
const DAY_ZERO = '1899-12-30'

/** A cell that says a day as YYYY-MM-DD; one that says none stays as it is. */
export function readDate(cell: string, order: DateOrder = 'day'): string {
  const text = westernDigits(cell.replace(MARKS, '')).trim()
  const [, year = '', month = '', day = ''] = ISO.exec(text) ?? []
  if (year) return realDate(Number(year), Number(month), Number(day)) ?? cell
  const [, first = '', second = '', end = ''] = NUMBERS.exec(text) ?? []
  if (first) {
    const [of, at] = order === 'day' ? [second, first] : [first, second]
    return realDate(wholeYear(end), Number(of), Number(at)) ?? cell
  }
  const [, at = '', name = '', of = ''] = NAMED.exec(text) ?? []
  if (name) return realDate(wholeYear(of), monthNamed(name), Number(at)) ?? cell
  const serial = SERIAL.exec(text)?.[1]
  return serial ? addDays(DAY_ZERO, Number(serial)) : cell
}

/** Which parts of such dates cannot be a month: the order that follows, or undefined where both may be. */
export function orderOf(cells: readonly string[]): DateOrder | undefined {
  const pairs = cells.flatMap((cell) => {
    const [, first, second] = NUMBERS.exec(westernDigits(cell.replace(MARKS, '')).trim()) ?? []
    return first && second ? [[Number(first), Number(second)] as const] : []
  })
  const [day, month] = [pairs.some(([first]) => first > 12), pairs.some(([, second]) => second > 12)]
  if (pairs.length === 0 || day) return 'day'
  return month ? 'month' : undefined
}

const NAMES: readonly ImportColumn[] = ['employee_name', 'nationality', 'designation', 'email']

/** What people and formulas write where there is nothing. */
const NOTHING = /^(?:[-–—_.]+|n\/?a|nil|none|لا يوجد|غير متوفر|#(?:n\/a|ref!|value!|name\?|div\/0!|num!|null!))$/i

/** A cell of a file as the import takes it; empty where it says nothing. */
export function readCell(column: ImportColumn, cell: string, order?: DateOrder): string {
  const text = cell.replace(MARKS, '').trim()
  if (NOTHING.test(text)) return ''
  if (isDateColumn(column)) return readDate(text, order)
  return NAMES.includes(column) ? text : westernDigits(text)
}
