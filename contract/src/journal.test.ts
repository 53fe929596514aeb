import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Call, calls } from './index.ts'

type Name = keyof typeof calls

/** What people read of themselves, or wrote and nobody else sees, is no reading of another person. */
const EXCEPTIONS = {
  me: 'the own account',
  switchCompany: 'the own account',
  setPicture: 'the own account',
  registerClient: 'what was typed a moment ago',
  getPreferences: 'the own settings',
  setPreferences: 'the own settings',
  listSessions: 'the own sessions',
  getTwoStep: 'the own sign-in',
  beginTwoStep: 'the own sign-in',
  confirmTwoStep: 'the own sign-in',
  renewRecoveryCodes: 'the own sign-in',
  listViews: 'the own views',
  saveView: 'the own views',
  getDraft: 'the own draft',
  saveDraft: 'the own draft',
  readMessages: 'the own read mark',
  makeTopupReference: 'letters drawn by chance',
  uploadDocument: 'name and size of the file that was just sent',
  streamChanges: 'ids of records, which the calls that show them keep',
} as const satisfies Partial<Record<Name, string>>

/** Members of replies that say nothing of a person: counts, sums, and facts of the installation. */
const PLAIN = new Set([
  ...['total_applications', 'total_companies', 'pending_applications', 'completed_applications', 'expired_employees'],
  ...['applications', 'employees', 'billing', 'users', 'companies', 'company_id', 'expired'],
  ...['by_nationality', 'nationality', 'by_stage', 'stage_name', 'count'],
  ...['weeks', 'stages', 'open', 'refused', 'expiring', 'date', 'visas', 'completed', 'month', 'median_days'],
  ...['money', 'moved_in', 'moved_out', 'company_name', 'ages', 'from_days', 'to_days'],
  ...[
    'status',
    'stage',
    'stage_status',
    'priority',
    'pace',
    'expires',
    'unpaid',
    'assignee',
    'renewal',
    'category',
    'cases',
    'readiness',
    'unconfirmed_rules',
    'value',
    'more',
  ],
  ...['balance', 'due', 'pending_topups', 'unread', 'next_in_seconds'],
  ...['product_name', 'support_contact', 'google_sign_in', 'max_file_mb', 'mails_kept', 'changes_place', 'must_set_up_two_step'],
  ...[
    'bank',
    'bank_name',
    'account_name',
    'account_number',
    'iban',
    'bank_changed_at',
    'price_words',
    'new',
    'en',
    'ar',
    'session',
    'idle_minutes',
    'idle_seconds_left',
    'seconds_left',
  ],
  ...['broken_invariants', 'broken_seal', 'accesses_from', 'after', 'until', 'usual_days', 'least', 'most'],
  ...['notice_period', 'probation_max', 'days', 'months'],
  ...['late', 'due_in_30_days', 'accrued', 'next_30_days', 'uncounted', 'by_key', 'key', 'by_company'],
  'number',
])

const SINGLE = new Set(['string', 'number', 'boolean', 'enum', 'literal'])

/** The names of all members of a reply, however deep. */
function membersOf(schema: z.core.$ZodType | undefined): string[] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([name, member]) => [name, ...membersOf(member)])
  // Named by words of the contract.
  if (schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum) return membersOf(schema.valueType)
  if (schema instanceof z.ZodArray) return membersOf(schema.element)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return membersOf(schema.unwrap())
  const type = schema?._zod.def.type ?? 'nothing'
  return SINGLE.has(type) ? [] : [`a ${type}, of which nobody knows what it says`]
}

const unkept = (Object.entries(calls) as [Name, Call][]).filter(([, call]) => call.reply && !call.journal)

describe('a call whose reply shows a person (T62)', () => {
  it.each(unkept.filter(([name]) => !(name in EXCEPTIONS)))('is kept in the journal; %s shows none', (_, { reply }) => {
    expect(membersOf(reply).filter((member) => !PLAIN.has(member))).toEqual([])
  })

  it('has no exception that is none', () => {
    expect(Object.keys(EXCEPTIONS).filter((name) => !unkept.some(([left]) => left === name))).toEqual([])
  })
})
