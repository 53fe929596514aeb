import { parseArgs } from 'node:util'
import { reasonOf } from '../connect.ts'
import type { Forms } from './command.ts'

/** Imported on demand: together they need most of the server. */
const COMMANDS: Record<string, () => Promise<{ forms: Forms }>> = {
  account: () => import('./account.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  key: () => import('./key.ts'),
  ledger: () => import('./ledger.ts'),
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
    options: { yes: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
  })
  const help = values.help || positionals.slice(0, 2).includes('help')
  const forms = await formsOf(positionals[0])
  if (help) return helpOf(forms)
  for (const [form, { run }] of Object.entries(forms)) {
    const filledIn = fillIn(form, positionals, values.yes)
    if (filledIn) return run(...filledIn)
  }
  throw new Error(helpOf(forms))
}

/** All forms if there is no such command. */
async function formsOf(name = ''): Promise<Forms> {
  const loads = Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]] : Object.values(COMMANDS)
  const modules = await Promise.all(loads.map((load) => load?.()))
  return Object.assign({}, ...modules.map((each) => each?.forms))
}

/** The values of a form, or undefined if the words do not fit it. */
function fillIn(form: string, words: string[], yes: boolean): string[] | undefined {
  const parts: string[] = form.match(/"[^"]+"|\S+/g) ?? []
  const places = parts.filter((part) => part !== '--yes')
  const needed = places.filter((part) => !part.startsWith('['))
  const isFilledIn = (index: number) => /[A-Z]/.test(places[index] ?? '')
  if (parts.includes('--yes') !== yes || words.length < needed.length || words.length > places.length) return undefined
  const fits = words.every((word, index) => (isFilledIn(index) ? word !== '' : word === places[index]))
  return fits ? words.filter((_, index) => isFilledIn(index)) : undefined
}

const helpOf = (forms: Forms): string =>
  [
    ...Object.entries(forms).map(([form, { effect }]) => `npm run portal -- ${form}\n    ${effect.replaceAll('\n', '\n    ')}`),
    `\n${SETTINGS}`,
  ].join('\n')

if (import.meta.main) {
  try {
    console.log(await run(process.argv.slice(2)))
  } catch (error) {
    console.error(reasonOf(error))
    process.exitCode = 1
  }
}
