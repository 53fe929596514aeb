import { expect, it } from 'vitest'
import { run } from './portal.ts'

const NAMES = ['account', 'backup', 'counts', 'files', 'journal', 'key', 'ledger', 'person', 'restore', 'retention']
const commandsIn = (help: string) => [...new Set([...help.matchAll(/^npm run portal -- (\w+)/gm)].map(([, name]) => name))].sort()

it('lists every command with its forms, and those of one alone', async () => {
  expect(commandsIn(await run(['--help']))).toEqual(NAMES)
  const one = await run(['person', 'help'])
  expect(commandsIn(one)).toEqual(['person'])
  expect(await run(['account', 'help'])).toContain('npm run portal -- account end EMAIL [--cases-to EMAIL]\n')
  expect(one).toContain('npm run portal -- person erase PASSPORT --yes\n    does it\n')
})

it.each([
  { words: [], shown: NAMES, reason: 'A command is missing.' },
  { words: ['acount'], shown: NAMES, reason: 'There is no command acount.' },
  { words: ['constructor'], shown: NAMES, reason: 'There is no command constructor.' },
  { words: ['account', 'create-admin', 'boss@portal.example'], shown: ['account'], reason: 'account: these words fit no form.' },
  { words: ['backup'], shown: ['backup'], reason: 'backup: these words fit no form.' },
  { words: ['backup', ''], shown: ['backup'], reason: 'backup: these words fit no form.' },
  { words: ['restore', 'one', 'two'], shown: ['restore'], reason: 'restore: these words fit no form.' },
  { words: ['backup', 'a file', '--yes'], shown: ['backup'], reason: 'backup: these words fit no form.' },
  { words: ['backup', 'a file', '--missing'], shown: ['backup'], reason: 'backup: these words fit no form.' },
  { words: ['restore', 'a file', '--all', '--missing'], shown: ['restore'], reason: 'restore: these words fit no form.' },
  { words: ['person', 'export', 'N1', 'folder', '--yes'], shown: ['person'], reason: 'person: these words fit no form.' },
  { words: ['account', 'end'], shown: ['account'], reason: 'account: these words fit no form.' },
  { words: ['account', 'end', 'boss@portal.example', '--cases-to', ''], shown: ['account'], reason: 'account: these words fit no form.' },
  { words: ['account', 'end-two-step', 'a@b.c', '--cases-to', 'd@e.f'], shown: ['account'], reason: 'account: these words fit no form.' },
  { words: ['ledger', 'reverse', 'boss@portal.example'], shown: ['ledger'], reason: 'ledger: these words fit no form.' },
])('says why $words cannot be run, and what can be written', async ({ words, shown, reason }) => {
  const failure = await run(words).catch((error: Error) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(String(failure).split('\n')[0]).toBe(`Error: ${reason}`)
  expect(commandsIn(String(failure).replace('Error: ', ''))).toEqual(shown)
})

it('refuses an option that it does not know', async () => {
  await expect(run(['retention', '--every'])).rejects.toThrow("Unknown option '--every'")
})
