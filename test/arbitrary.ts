import fc from 'fast-check'
import { z } from 'zod'

/** The part of JSON Schema that the contract uses. */
interface Shape {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  additionalProperties?: Shape | boolean
  minimum?: number
  maximum?: number
}

/** Values that must not crash a server: wrong types, extreme numbers and texts, markup, SQL, names of prototypes. */
const HOSTILE = fc.constantFrom<unknown>(
  ...[null, true, 0, -1, 1.005, 1e21, Number.MAX_SAFE_INTEGER + 2, '', ' ', '5', 'NaN', '2026-02-30', 'data:text/html;base64,PGI+'],
  ...['x'.repeat(300), 'x'.repeat(6_000), 'a\u0000b', '\ud800', '<img src=x onerror=alert(1)>', "' or 1=1--", '%', '__proto__', '../..'],
  ...[[], [[]], {}, { constructor: 1 }, ['a'], 'data:application/pdf;base64,', '/api/documents/019a9e3c-0000-7000-8000-00000000dead'],
)

const shapeOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
const choicesOf = (node: Shape): Shape[] | undefined => node.anyOf ?? node.oneOf ?? node.allOf

/** An address of the portal under test. */
const OWN_ADDRESS = 'http://localhost:3000/dashboard'
/** The first and last dates and moments, by format. */
const FAR: Record<string, string[]> = {
  date: ['0001-01-01', '9999-12-31'],
  'date-time': ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', `2026-11-20T06:00:00.${'1'.repeat(200)}Z`],
}

/** Values for a schema, some of them invalid; `ids` are existing records. */
export function arbitraryOf(schema: z.ZodType, ids: string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 1, arbitrary: HOSTILE }, { weight: 30, arbitrary: madeOf(shapeOf(schema), ids) })
}

export type Path = (string | number)[]

/** Characters that PostgreSQL cannot store, at the end of a valid text. */
const UNSTORABLE = ['a\u0000', 'a\ud800', `${OWN_ADDRESS}\u0000`]

/** Every text of a schema by its path, replaced by one that a database could fail on. */
export function textsOf(schema: z.ZodType): { path: Path; values: string[] }[] {
  const visit = (node: Shape, path: Path): { path: Path; values: string[] }[] => {
    const choices = choicesOf(node)
    if (choices) return choices.flatMap((each) => visit(each, path))
    if (node.properties) return Object.entries(node.properties).flatMap(([name, each]) => visit(each, [...path, name]))
    if (node.type === 'array') return visit(node.items ?? {}, [...path, 0])
    if (typeof node.additionalProperties === 'object') return visit(node.additionalProperties, [...path, 'x'])
    if (node.enum || (node.type !== undefined && node.type !== 'string')) return []
    return [{ path, values: FAR[node.format ?? ''] ?? UNSTORABLE }]
  }
  return visit(shapeOf(schema), [])
}

function madeOf(node: Shape, ids: string[]): fc.Arbitrary<unknown> {
  const choices = choicesOf(node)
  if (choices) return fc.oneof(...choices.map((each) => madeOf(each, ids)))
  if (node.enum) return fc.constantFrom(...node.enum)
  if (node.const !== undefined) return fc.constant(node.const)
  if (node.properties) return recordOf(node, ids)
  if (node.type === 'array') return fc.array(madeOf(node.items ?? {}, ids), { maxLength: 3 })
  if (node.type === 'object') return fc.dictionary(fc.constantFrom('photo', 'trade_license', 'x'), HOSTILE, { maxKeys: 2 })
  if (node.type === 'number' || node.type === 'integer')
    return fc.oneof(fc.integer({ min: -2, max: 2_000_000 }), fc.constantFrom(8.2, 0.01, 1e7))
  if (node.type === 'boolean') return fc.boolean()
  if (node.type === 'null') return fc.constant(null)
  return textOf(node, ids)
}

function textOf({ format }: Shape, ids: string[]): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.constantFrom(...ids)
  const email = fc.nat(50).map((number) => `person${number}@people.example`)
  if (format === 'email') return email
  if (format === 'date') return fc.constantFrom('2026-12-01', '1999-01-31', '2030-02-28', ...(FAR.date ?? []))
  if (format === 'date-time') return fc.constantFrom('2026-11-20T06:00:00.000Z', ...(FAR['date-time'] ?? []))
  const known = fc.constantFrom('Sara Khan', 'falcon-2026', 'N1234567', OWN_ADDRESS, ...ids)
  // Not every schema of an e-mail names its format.
  const plain = fc.oneof(known, email, fc.string({ maxLength: 30, unit: 'grapheme' }))
  return fc.oneof({ weight: 60, arbitrary: plain }, { weight: 1, arbitrary: fc.constantFrom(...UNSTORABLE) })
}

/** All members, sometimes one that is invalid, missing or unknown. */
function recordOf({ properties = {}, required = [] }: Shape, ids: string[]): fc.Arbitrary<unknown> {
  const names = Object.keys(properties)
  const whole = fc.record(Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, madeOf(each, ids)])), {
    requiredKeys: required,
  })
  const spoiled = fc
    .tuple(whole, fc.constantFrom(...names, 'role', 'unknown'), HOSTILE)
    .map(([value, name, hostile]) => ({ ...value, [name]: hostile }))
  const shorter = fc
    .tuple(whole, fc.constantFrom(...names))
    .map(([value, name]) => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)))
  return fc.oneof({ weight: 5, arbitrary: whole }, { weight: 3, arbitrary: spoiled }, { weight: 1, arbitrary: shorter })
}
