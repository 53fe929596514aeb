import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { submitApplication } from './applications.ts'
import { login, registerClient } from './auth.ts'
import { listCompanies } from './companies.ts'
import { DateOnly, Id, Line, Month } from './fields.ts'
import { fieldOf, sentenceOf } from './problems.ts'

/** What a schema says about an input: the field and the sentence of each problem. */
const problemsOf = (schema: z.ZodType, input: unknown): [string, string][] =>
  schema.safeParse(input, { error: sentenceOf }).error?.issues.map((issue) => [fieldOf(issue), issue.message]) ?? []

const ID = '01980000-0000-7000-8000-000000000000'

describe('sentenceOf', () => {
  it('says for each absent or blank field that it is required', () => {
    for (const body of [{}, { email: '', password: '' }, { email: ' ', password: null }]) {
      expect(problemsOf(login.body, body)).toEqual([
        ['email', 'Email is required'],
        ['password', 'Password is required'],
      ])
    }
  })

  it.each([
    [Line, 7, 'The input must be a text'],
    [Line, 'x'.repeat(201), 'The input must be at most 200 characters'],
    [Line, 'a\u0000b', 'The input contains characters that cannot be stored'],
    [Line, 'a\udc00', 'The input contains characters that cannot be stored'],
    [login.body, 'x', 'The input must be an object'],
    [login.body, [], 'The input must be an object'],
    [z.object({ notes: z.array(z.string()) }), { notes: 'x' }, 'Notes must be a list'],
    [z.object({ is_active: z.boolean() }), { is_active: 'x' }, 'Is active must be true or false'],
    [z.object({ days: z.int() }), { days: 1.5 }, 'Days must be a whole number'],
    [z.object({ days: z.number() }), { days: 'x' }, 'Days must be a number'],
    [z.object({ expiry_date: DateOnly }), { expiry_date: '2026-02-30' }, 'Expiry date is not a valid date (YYYY-MM-DD)'],
    [z.object({ application_ids: z.array(Id) }), { application_ids: ['x'] }, 'Application ids 1 is not a valid id'],
    [z.array(Id), [ID, 'x'], 'Entry 2 is not a valid id'],
    [z.object({ month: Month }), { month: '2026-13' }, 'Month is not a valid month (YYYY-MM)'],
    [z.object({ email: z.union([z.literal(''), z.email()]) }), { email: 'x' }, 'Email is not a valid e-mail address'],
    [listCompanies.query, { limit: '0' }, 'Limit must be at least 1'],
    [listCompanies.query, { limit: '1001' }, 'Limit must be at most 1000'],
    [z.object({ ids: z.array(Id).max(1) }), { ids: [ID, ID] }, 'Ids must have at most 1 entry'],
    [z.object({ ids: z.array(Id).min(2) }), { ids: [ID] }, 'Ids must have at least 2 entries'],
    [listCompanies.query, { documents: 'both' }, 'Documents must be one of: link, data'],
    [z.strictObject({ photo: z.string().optional() }), { photos: 'x' }, 'Photos is not accepted here'],
  ])('%#: of %o and %j', (schema, input, sentence) => {
    expect(problemsOf(schema, input).map(([, detail]) => detail)).toEqual([sentence])
  })

  it('keeps the sentences of the specification', () => {
    const user_password = 'short'
    expect(problemsOf(registerClient.body, { user_password })).toContainEqual(['user_password', 'Password must be at least 6 characters'])
  })

  it('names a document slot that does not exist', () => {
    const body = { company_id: ID, documents: { selfie: 'data:' } }
    expect(problemsOf(submitApplication.body, body)).toContainEqual(['documents.selfie', 'Selfie is not accepted here'])
  })
})
