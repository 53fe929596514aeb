import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { reasonOf } from '../connect.ts'
import { FLAGS, type Form } from './command.ts'

/** Imported on demand: together they need most of the server. */
const COMMANDS: Record<string, () => Promise<{ forms: Form[] }>> = {
  account: () => import('./account.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  files: () => import('./files.ts'),
  key: () => import('./key.ts'),
  ledger: () => import('./ledger.ts'),
  counts: () => import('./counts.ts'),
  journal: () => import('./journal.ts'),
  person: () => import('./person.ts'),
  retention: () => import('./retention.ts'),
}

const SETTINGS = `The settings are those of the portal: DATA_DIR and DATABASE_URL choose the database, MASTER_KEY or MASTER_KEY_FILE name its key.
Unless it says otherwise, a command works while the portal runs and while it does not. It ends non-zero where it fails.`

/** Answers the text to print; throws an Error if the command fails or the words fit no form. */
export async function run(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      yes: { type: 'boolean', default: false },
      rows: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      missing: { type: 'boolean', default: false },
      'cases-to': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [name] = positionals
  const forms = await formsOf(name)
  if (values.help || positionals.slice(0, 2).includes('help')) return helpOf(forms)
  for (const form of forms) {
    const written = valuesIn(form, positionals, values)
    if (written) return form.run(...written)
  }
  throw new Error(`${reasonFor(name)}\n\n${helpOf(forms)}`)
}

const isCommand = (name: string): boolean => Object.hasOwn(COMMANDS, name)

function reasonFor(name: string | undefined): string {
  if (!name) return 'A command is missing.'
  return isCommand(name) ? `${name}: these words fit no form.` : `There is no command ${name}.`
}

/** All forms if there is no such command. */
async function formsOf(name = ''): Promise<Form[]> {
  const loads = isCommand(name) ? [COMMANDS[name]] : Object.values(COMMANDS)
  const modules = await Promise.all(loads.map((load) => load?.()))
  return modules.flatMap((each) => each?.forms ?? [])
}

type Options = { yes: boolean; rows: boolean; all: boolean; missing: boolean; 'cases-to'?: string | undefined }

/** The values that were written, or undefined if the words do not fit the form. */
function valuesIn(
  { words, yes = false, flag, option }: Form,
  written: string[],
  { yes: isYes, 'cases-to': given, ...flags }: Options,
): string[] | undefined {
  const needed = words.filter((word) => typeof word === 'string' || !word.isOptional)
  if (
    yes !== isYes ||
    FLAGS.some((name) => flags[name] !== (flag === name)) ||
    (given !== undefined && (!option || given === '')) ||
    written.length < needed.length ||
    written.length > words.length
  )
    return undefined
  const isLiteral = (index: number) => typeof words[index] === 'string'
  const fits = written.every((word, index) => (isLiteral(index) ? word === words[index] : word !== ''))
  return fits ? [...written.filter((_, index) => !isLiteral(index)), ...(given === undefined ? [] : [given])] : undefined
}

const usageOf = ({ words, yes, flag, option }: Form): string => {
  const shown = words.map((word) => (typeof word === 'string' ? word : word.isOptional ? `[${word.value}]` : word.value))
  return [
    ...shown,
    ...(yes ? ['--yes'] : []),
    ...(flag ? [`--${flag}`] : []),
    ...(option ? [`[--${option.name} ${option.value}]`] : []),
  ].join(' ')
}

const helpOf = (forms: Form[]): string =>
  [...forms.map((form) => `npm run portal -- ${usageOf(form)}\n    ${form.effect.replaceAll('\n', '\n    ')}`), `\n${SETTINGS}`].join('\n')

if (import.meta.main) {
  enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/compile'))
  try {
    console.log(await run(process.argv.slice(2)))
  } catch (error) {
    console.error(reasonOf(error))
    process.exitCode = 1
  }
}
