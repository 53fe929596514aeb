import { z } from 'zod'
import { call } from './call.ts'
import { ById, DateOnly, FreeText, Id, RequiredLine, Timestamp, WebAddress } from './fields.ts'
import { RULES, RuleConditions, RuleKey, RuleValue } from './ruleValues.ts'

/** Who is behind a rule: the authority's own page, the press quoting one, somebody who sells services, or the provider. */
export const RuleConfidence = z.enum(['authority', 'press', 'vendor', 'provider'])
export type RuleConfidence = z.infer<typeof RuleConfidence>

/** How many rules there may be, earlier ones included. */
export const MAX_RULES = 2_000

const source = { source_name: RequiredLine, source_url: WebAddress.nullable(), source_date: DateOnly.nullable() }

/** A number or a list that comes from an authority. It holds from its day until the next one of the same key and conditions. */
export const Rule = z.object({
  id: Id,
  key: RuleKey,
  applies: RuleConditions,
  /** Null: from that day on there is no rule any more. */
  value: RuleValue.nullable(),
  in_force_from: DateOnly,
  ...source,
  confidence: RuleConfidence,
  note: FreeText.nullable(),
  /** What is not confirmed is shown, and never added up. */
  confirmed: z.boolean(),
  /** Null where nobody has decided it yet. */
  confirmed_at: Timestamp.nullable(),
})
export type Rule = z.infer<typeof Rule>

/** Names are for administrators; null: the portal brought it along. */
const RuleVersion = Rule.extend({
  created_at: Timestamp,
  created_by_name: z.string().nullable(),
  confirmed_by_name: z.string().nullable(),
  /** When another one of the same day took its place, before it was in force. */
  replaced_at: Timestamp.nullable(),
})
export type RuleVersion = z.infer<typeof RuleVersion>

export const RuleRecord = RuleVersion.extend({ versions: z.array(RuleVersion) })
export type RuleRecord = z.infer<typeof RuleRecord>

/** Without what shows nothing or turns round what is read. */
const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}\p{Cf}/][^\s\p{Cc}\p{Cf}]*$/u
const isWebAddress = (text: string): boolean => text === '' || (WEB_ADDRESS.test(text) && URL.canParse(text))

/** A rule without a source cannot be saved. */
export const NewRule = z
  .object({
    key: RuleKey,
    applies: RuleConditions.default({}),
    value: z.unknown().optional(),
    /** From that day on there is no rule any more; it takes no value. */
    withdrawn: z.literal(true).optional(),
    in_force_from: DateOnly,
    source_name: RequiredLine,
    source_url: WebAddress.refine(isWebAddress).nullish(),
    source_date: z.union([z.literal(''), DateOnly]).nullish(),
    confidence: RuleConfidence,
    note: FreeText.nullish(),
  })
  .superRefine(({ key, applies, value, withdrawn }, context) => {
    if (key === 'stage_papers' && !applies.item) context.addIssue({ code: 'custom', path: ['applies', 'item'], params: { missing: true } })
    if (withdrawn) {
      if (value !== undefined && value !== null) context.addIssue({ code: 'unrecognized_keys', keys: ['value'], input: { value } })
      return
    }
    const { error } = z.object({ value: RULES[key].value }).safeParse({ value })
    for (const issue of error?.issues ?? []) context.addIssue({ ...issue })
  })

export const listRules = call('listRules', 'GET /rules', {
  access: ['admin', 'company_admin'],
  summary: 'The rules that the portal goes by: those in force on a day, or those of today and what is announced',
  query: z.object({ key: RuleKey.optional(), on: DateOnly.optional(), unconfirmed: z.stringbool().optional() }),
  reply: z.array(Rule),
  extension: true,
  journal: 'settings',
})

export const getRule = call('getRule', 'GET /rules/{id}', {
  access: ['admin', 'company_admin'],
  summary: 'A rule with all that was said before and after it under the same conditions',
  params: ById,
  reply: RuleRecord,
  answers: 'record',
  extension: true,
  journal: 'settings',
})

export const addRule = call('addRule', 'POST /rules', {
  access: ['admin'],
  summary:
    'Say what holds from a day on; the rules before it stay. One that is not in force yet is replaced by one of its day. A withdrawn one holds no more from that day on',
  body: NewRule,
  reply: RuleRecord,
  answers: 'record',
  status: 201,
  extension: true,
  journal: 'settings',
  touches: ['rule'],
  idempotent: true,
  refuses: [409],
})

export const confirmRule = call('confirmRule', 'PUT /rules/{id}/confirmation', {
  access: ['admin'],
  summary: 'Confirm a rule, or take the confirmation back; with If-Match only in the state that was read',
  params: ById,
  body: z.object({ confirmed: z.boolean() }),
  reply: RuleRecord,
  answers: 'record',
  extension: true,
  journal: 'settings',
  touches: ['rule'],
  refuses: [409],
})
