import { addDays, addRule, dubaiDate, type Input, type RuleConfidence, type RuleKey } from 'contract'
import { loadSettings } from '../session/settings.ts'
import { useCallForm } from '../ui/forms/useCallForm.ts'
import type { Asked } from './RuleDialog.tsx'
import { conditionsOf, saidIn, typedOf } from './shapes.ts'

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

/** The form of a rule; what is wrong in it the server says. */
export const useRuleForm = (asked: Asked, onDone: () => void) =>
  useCallForm<typeof addRule, Typed>(addRule, {
    initial: initialOf(asked),
    validate: () => ({}),
    inputOf: (typed) => inputOf(typed, asked),
    onDone: () => {
      void loadSettings({ background: true }).catch(() => undefined)
      onDone()
    },
  })
