import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rule } from 'contract'
import starter from '../server/src/rules/starter.json' with { type: 'json' }
import messages from '../web/src/messages/en.json' with { type: 'json' }

export const page = join(import.meta.dirname, '../docs/rules-starter.md')
const rules = starter as unknown as Rule[]
const locale = 'en-AE'
// Imported without their types, which bring those of React along.
const [core, words] = ['use-intl/core', '../web/src/rules/ruleWords.ts']
const { createTranslator } = await import(core)
const { ruleWords } = await import(words)
const { valueText, conditionTexts, nameOf } = ruleWords({
  t: createTranslator({ locale, messages, namespace: 'rules' }),
  enums: createTranslator({ locale, messages, namespace: 'enums' }),
  language: 'en',
})

const cell = (text: string): string => text.replaceAll('|', '\\|')
const linked = (text: string, url: string | null): string => (url ? `[${text}](${url})` : text)
const lineOf = (rule: Rule): string => {
  const { applies, value, in_force_from, source_name, source_url, source_date, confidence } = rule
  const source = linked(cell(source_name), source_url)
  const columns = [nameOf(rule), conditionTexts(applies).join(', '), valueText(value), in_force_from]
  return `| ${[...columns.map(cell), source, source_date ?? '', messages.rules.confidence[confidence]].join(' | ')} |`
}
const HEAD = '| Rule | Where | Says | In force from | Source | Of | Who says it |\n| --- | --- | --- | --- | --- | --- | --- |'
const tableOf = (listed: Rule[]): string => [HEAD, ...listed.map(lineOf)].join('\n')

/** What is said of stages without a page that says it. */
const LEFT_OUT = `- Labor Fees, Driving license, if the work is driving: a firm of typists names it, on no page that was found.
- Visa Stamping, Establishment card: GDRFA's page of the service asks for no card. That a lapsed one stops every request is a rule of its own above.
- Visa Stamping, Unemployment insurance: no authority asks for it there. Who owes its fines gets no new work permit; the fines are rules of their own above.`

/** What the portal brings along, and what of it a provider decides. */
export function text(): string {
  const open = rules.filter(({ confirmed }) => !confirmed)
  const amounts = rules.filter(({ confirmed, value }) => confirmed && value !== null && 'amount' in value)
  return `# The rules that the portal brings along

Made by \`npm run make -- rules\` from \`server/src/rules/starter.json\`; a test compares them. ${rules.length} rules come along once, at the first start. What a provider
writes under Rules takes their place from its day on, and no later start changes it.

## What a provider confirms before going live

${open.length} rules are to be confirmed. They are shown, and never added up, until an administrator has compared them with the authority and pressed Confirm. Of what is
confirmed, these alone have amounts: ${amounts.map(nameOf).join(', ')}.

${tableOf(open)}

## What comes along confirmed

An authority says it, or the press quoting one without contradiction; or it is our own choice.

${tableOf(rules.filter(({ confirmed }) => confirmed))}

## What does not come along

Every rule above but our own choices opens its source. These were left out, because nobody can open what says them. Where a provider knows better, it writes
them under Rules, with the address.

${LEFT_OUT}
`
}

export const make = (): void => writeFileSync(page, text())

export const made = (): string => readFileSync(page, 'utf8')
