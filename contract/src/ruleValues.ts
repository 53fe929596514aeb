import { z } from 'zod'
import { ApplicationType, EmployeeLocation, VisaType } from './applications.ts'
import { FreeText, RequiredLine } from './fields.ts'
import { StageName } from './stages.ts'

const MAX_AMOUNT = 10_000_000
const MAX_DAYS = 3_650
const MAX_MONTHS = 120

const isInFils = (aed: number): boolean => /^\d{1,8}(\.\d{1,2})?$/.test(String(aed))
const Aed = z.number().positive().max(MAX_AMOUNT).refine(isInFils)
const Days = z.number().int().min(0).max(MAX_DAYS)
const WorkingDays = z.number().int().min(0).max(366)
const Months = z.number().int().min(0).max(MAX_MONTHS)

/** What being late costs, in AED: once, or for each day or month from a number of days or months on, at most `cap`. */
export const Fine = z.strictObject({
  amount: Aed,
  every: z.enum(['once', 'day', 'month']),
  /** Whether a month counts when it has begun; otherwise when it has ended. */
  months: z.enum(['begun', 'completed']).optional(),
  after_days: Days.optional(),
  after_months: Months.optional(),
  cap: Aed.optional(),
})
/** A time in days or in months. */
export const Period = z
  .strictObject({ days: Days.optional(), months: Months.optional() })
  .refine(({ days, months }) => (days === undefined) !== (months === undefined), { path: ['days'], params: { missing: true } })
/** Whether a stage asks for it; `if` says when, where no condition of the portal can. */
export const Need = z
  .strictObject({ need: z.enum(['required', 'optional', 'if']), en: FreeText.min(1).optional(), ar: FreeText.min(1).optional() })
  .refine(({ need, en, ar }) => need !== 'if' || (en !== undefined && ar !== undefined), { path: ['en'], params: { missing: true } })
/** A time that is as it should be from so many days to so many. */
export const Span = z
  .strictObject({ from_days: Days, to_days: Days })
  .refine(({ from_days, to_days }) => to_days >= from_days, { path: ['to_days'] })
/** Usual days, from and to. */
export const DayRange = z
  .strictObject({ least: WorkingDays, most: WorkingDays.optional() })
  .refine(({ least, most }) => most === undefined || most >= least, { path: ['most'] })
/** Working days that each stage usually takes, where a rule says so. */
export const UsualDays = z.partialRecord(StageName, DayRange)
export type UsualDays = z.infer<typeof UsualDays>
/** What screens say by the rules of the day; what no rule says is absent. */
export const RulesOfDay = z.object({ usual_days: UsualDays, notice_period: Span.optional(), probation_max: Period.optional() })
export type RulesOfDay = z.infer<typeof RulesOfDay>
/** What has no number that could be counted. */
export const Sentence = z.strictObject({ en: FreeText.min(1), ar: FreeText.min(1) })
export const Wages = z.strictObject({
  due: z.enum(['after_payday', 'first_of_next_month']),
  /** From this share on they count as paid. */
  paid_percent: z.number().int().min(1).max(100).optional(),
})
export const Percent = z.strictObject({ percent: z.number().min(0).max(100) })
/** Days before an end on which somebody is told. */
export const Notices = z.strictObject({ days: z.array(Days).min(1).max(12) })
/** Days off from the day in force on. */
export const Holiday = z.strictObject({ days: z.number().int().min(1).max(31), en: RequiredLine, ar: RequiredLine })
export const Week = z.strictObject({ last_day: z.enum(['thursday', 'friday', 'saturday', 'sunday']) })

const clock = <Value extends z.ZodType>(value: Value) => ({ section: 'clocks', value }) as const
const company = <Value extends z.ZodType>(value: Value) => ({ section: 'company', value }) as const
const papers = { section: 'papers', value: Need } as const
const renewal = <Value extends z.ZodType>(value: Value) => ({ section: 'renewal', value }) as const
const usual = { section: 'usual_days', value: DayRange } as const
const terms = <Value extends z.ZodType>(value: Value) => ({ section: 'employment', value }) as const
const fee = <Value extends z.ZodType>(value: Value) => ({ section: 'fees', value }) as const
const ending = { section: 'cancellation', value: Sentence } as const

/** What each key says, and where it is read. */
export const RULES = {
  residence_overstay: clock(Fine),
  exit_permit: clock(Sentence),
  grace_after_end: clock(Period),
  emirates_id_renewal: clock(Fine),
  emirates_id_stops: clock(Sentence),
  contract_after_entry: clock(Fine),
  work_permit_renewal: clock(Fine),
  late_stops: clock(Sentence),
  enter_by: clock(Period),
  finish_after_entry: clock(Period),
  unemployment_insurance: clock(Fine),
  unemployment_premium: clock(Fine),
  health_insurance: clock(Fine),
  health_insurance_needed: clock(Sentence),
  returned_case: clock(Period),
  absence_abroad: clock(Fine),
  typing_error: clock(Sentence),
  traffic_fines: clock(Sentence),
  work_without_permit: clock(Sentence),
  difc_renewal: clock(Sentence),
  stage_papers: papers,
  stage_usual_days: usual,
  case_usual_days: usual,
  cancellation_usual_days: usual,
  establishment_card_usual_days: usual,
  renewal_window: renewal(Period),
  passport_min: renewal(Period),
  medical_use: renewal(Period),
  paper_warn_days: renewal(Period),
  notice_days: renewal(Notices),
  notice_period: terms(Span),
  probation_max: terms(Period),
  wages_due: company(Wages),
  wages_stop: company(Period),
  establishment_card: company(Fine),
  representative_card: company(Fine),
  company_papers_lapsed: company(Sentence),
  mohre_fines_unpaid: company(Sentence),
  dues_after_contract: { section: 'cancellation', value: Period },
  cancel_order: ending,
  cancel_papers: ending,
  contract_is_not_permit: ending,
  absconding: ending,
  cancel_fee: fee(Fine),
  cancel_typing: fee(Fine),
  vat: fee(Percent),
  working_week: { section: 'week', value: Week },
  holiday: { section: 'week', value: Holiday },
} as const

export const RULE_SECTIONS = ['clocks', 'papers', 'usual_days', 'renewal', 'employment', 'company', 'cancellation', 'fees', 'week'] as const
export type RuleSection = (typeof RULE_SECTIONS)[number]

export type RuleKey = keyof typeof RULES
export const RULE_KEYS = Object.keys(RULES) as [RuleKey, ...RuleKey[]]
export const RuleKey = z.enum(RULE_KEYS)
export type RuleValueOf<Key extends RuleKey> = z.infer<(typeof RULES)[Key]['value']>

export const RuleValue = z.union([Fine, Need, Period, Span, DayRange, Sentence, Wages, Percent, Notices, Holiday, Week])
export type RuleValue = z.infer<typeof RuleValue>

const Emirate = z.enum(['abu_dhabi', 'dubai', 'sharjah', 'ajman', 'umm_al_quwain', 'ras_al_khaimah', 'fujairah'])
const SkillLevel = z.number().int().min(1).max(9)

/** What a stage may ask for. */
export const STAGE_ITEMS = [
  ...(['passport', 'photo', 'degree', 'signed_offer', 'trade_license', 'mohre_card', 'e_signature_card', 'tenancy'] as const),
  ...(['workers_protection', 'driving_licence', 'fee_receipt', 'zone_approval', 'establishment_card', 'mb_number', 'national_id'] as const),
  ...(['earlier_papers', 'articles', 'sponsor_iban', 'entry_stamp', 'entry_permit', 'medical_result', 'biometrics'] as const),
  ...(['health_insurance', 'medical_fitness', 'unemployment_insurance', 'tawjeeh', 'traffic_fines'] as const),
] as const

/** When a rule applies; what is absent may be anything. */
export const RuleConditions = z
  .strictObject({
    emirate: Emirate,
    jurisdiction: z.enum(['mainland', 'free_zone']),
    free_zone: RequiredLine,
    application_type: ApplicationType,
    visa_type: VisaType,
    employee_location: EmployeeLocation,
    skill_from: SkillLevel,
    skill_to: SkillLevel,
    stage_name: StageName,
    item: z.enum(STAGE_ITEMS),
    paper: z.enum(['passport', 'residence', 'emirates_id', 'work_permit', 'insurance', 'company_papers', 'tenancy']),
    nationalities: z
      .array(z.string().regex(/^[A-Z]{2}$/))
      .min(1)
      .max(50),
  })
  .partial()
  .refine(({ skill_from, skill_to }) => (skill_from ?? 1) <= (skill_to ?? 9), { path: ['skill_to'] })
export type RuleConditions = z.infer<typeof RuleConditions>
