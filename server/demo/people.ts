import type { Random } from './random.ts'
import { LONG_NAMES, LONGEST_PASSPORT, NATIONS, type Nation, type Post } from './tables.ts'

export interface Person {
  /** As forms name them, in Latin letters or in Arabic. */
  fields: Record<'employee_name' | 'passport_number' | 'nationality' | 'designation' | 'email', string>
  /** Their name on papers. */
  latin: string
  salary: number
  /** Of their country, and of the UAE. */
  mobile: { home: string; uae: string }
}

/** Somebody with a post. Some numbers give what tries a screen: long names, a long passport number. */
export function personOf(number: number, [designation, salary]: Post, rng: Random): Person {
  const long = number % 97 === 7 ? LONG_NAMES[(number - 7) / 97] : undefined
  const nation = NATIONS.find(({ nationality }) => nationality === long?.nationality) ?? rng.weighted(NATIONS)
  const { name, latin } = long ? { name: long.name, latin: long.name } : nameOf(nation, rng)
  return {
    fields: {
      employee_name: name,
      passport_number: number === 29 ? LONGEST_PASSPORT : rng.filled(nation.passport),
      nationality: nation.nationality,
      designation,
      email: `${localPart(latin)}${rng.chance(0.4) ? rng.int(1, 99) : ''}@mail.example`,
    },
    latin,
    salary: Math.round((salary * rng.int(90, 125)) / 10_000) * 100,
    mobile: { home: rng.filled(nation.mobile), uae: rng.filled(`+9715${rng.pick([0, 2, 4, 5, 6, 8])}#######`) },
  }
}

/** One in three of those who could writes the name in Arabic. */
function nameOf({ men, women, families, third }: Nation, rng: Random): { name: string; latin: string } {
  const parts = [rng.pick(rng.chance(0.7) ? men : women), rng.pick(families)]
  const between = third.filter((name) => !parts.includes(name))
  if (between.length > 0 && rng.chance(0.35)) parts.splice(1, 0, rng.pick(between))
  const spelt = (at: 0 | 1) => parts.map((part) => part.split('|')[at] ?? '').join(' ')
  const inArabic = parts.every((part) => part.includes('|')) && rng.chance(0.35)
  return { name: spelt(inArabic ? 1 : 0), latin: spelt(0) }
}

/** `jose.dela.cruz` */
function localPart(name: string): string {
  const letters = name.normalize('NFKD').replace(/[^A-Za-z ]/g, '')
  return letters.toLowerCase().split(' ').slice(0, 3).join('.')
}

/** What a form says of the salary. */
export function salaryBreakup(salary: number): string {
  const aed = (share: number) => (Math.round((salary * share) / 50) * 50).toLocaleString('en-AE')
  return `Basic AED ${aed(0.6)}, housing ${aed(0.25)}, transport ${aed(0.1)}, other ${aed(0.05)}`
}

export const visaNumber = (rng: Random, [from, to]: [from: number, to: number]): string =>
  rng.filled(`${rng.pick([101, 201, 301])}/20${rng.int(from, to)}/7######`)

/** 784-YYYY-NNNNNNN-C with its Luhn digit, or with a wrong one, as a typist makes it. */
export function emiratesId(rng: Random, correct: boolean): string {
  const body = `784${rng.int(1966, 2003)}${rng.filled('#######')}`
  const doubled = [...body].toReversed().map((digit, at) => Number(digit) * (at % 2 === 0 ? 2 : 1))
  const sum = doubled.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  const digit = (10 - (sum % 10) + (correct ? 0 : rng.int(1, 9))) % 10
  return `784-${body.slice(3, 7)}-${body.slice(7)}-${digit}`
}
