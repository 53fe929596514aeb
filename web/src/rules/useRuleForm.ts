import { addDays, addRule, dubaiDate, type Input, NewRule, RULES, type RuleConfidence, type RuleKey } from 'contract'
import { useTranslations } from 'use-intl'
import { loadSettings } from '../session/settings.ts'
import { problemsOf } from '../ui/forms/formProblems.ts'
import { errorsIn, isAtFields, useCallForm } from '../ui/forms/useCallForm.ts'
import type { Asked } from './RuleDialog.tsx'
import { conditionsOf, fieldsOf, saidIn, typedOf } from './shapes.ts'

/** What is typed, as texts. */
interface Typed extends Record<string, unknown> {
  key: RuleKey | ''
  applies: Record<string, string>
  value: Record<string, string>
  in_force_from: string
  source_name: string
  source_url: string
  source_date: string
  confidence: RuleConfidence
  note: string
}

const NOTHING = { source_name: '', source_url: '', source_date: '', confidence: 'authority', note: '' } as const

/** What was announced is corrected on its own day; what holds is followed at the earliest today. */
function initialOf(asked: Asked): Typed {
  const today = dubaiDate(new Date())
  if (asked.kind === 'add') return { ...NOTHING, key: '', applies: {}, value: {}, in_force_from: today }
  const { key, value, in_force_from, confidence } = asked.rule
  const day = in_force_from === today ? addDays(today, 1) : today
  return { ...NOTHING, key, applies: {}, value: typedOf(value), in_force_from: in_force_from > today ? in_force_from : day, confidence }
}

function inputOf({ key, applies, value, ...rest }: Typed, asked: Asked): Input<typeof addRule> {
  const said = asked.kind === 'withdraw' ? { withdrawn: true as const } : { value: key === '' ? undefined : saidIn(key, value) }
  const conditions = asked.kind === 'add' ? conditionsOf(applies) : asked.rule.applies
  return { body: { ...rest, ...said, key: key as RuleKey, applies: conditions } } as Input<typeof addRule>
}

const NAMED = ['key', 'in_force_from', 'source_name', 'source_url', 'source_date', 'confidence', 'note'] as const

/** What a schema refuses, in the words of the labels. */
function useProblems(asked: Asked) {
  const t = useTranslations('rules.form')
  const fields = useTranslations('rules.fields')
  const labels = Object.fromEntries(NAMED.map((name) => [name, t(name)]))
  return (typed: Typed): Record<string, string> => {
    const { body } = inputOf(typed, asked)
    const problems = problemsOf(NewRule, body, labels)
    if (typed.key === '' || asked.kind === 'withdraw') return problems
    const named = Object.fromEntries(fieldsOf(typed.key).map(({ name, label }) => [name, fields(label)]))
    const ofValue = Object.entries(problemsOf(RULES[typed.key].value, body.value, named))
    return { ...problems, ...Object.fromEntries(ofValue.map(([name, text]) => [`value.${name}`, text])) }
  }
}

/** The form of a rule. */
export function useRuleForm(asked: Asked, onDone: () => void) {
  const validate = useProblems(asked)
  return useCallForm<typeof addRule, Typed>(addRule, {
    initial: initialOf(asked),
    validate,
    inputOf: (typed) => inputOf(typed, asked),
    answers: isAtFields(errorsIn),
    onDone: () => {
      void loadSettings({ background: true }).catch(() => undefined)
      onDone()
    },
  })
}
