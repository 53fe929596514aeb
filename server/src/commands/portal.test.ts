import { expect, it } from 'vitest'
import { run } from './portal.ts'

const NAMES = ['account', 'backup', 'journal', 'key', 'ledger', 'person', 'restore', 'retention']
const commandsIn = (help: string) => [...new Set([...help.matchAll(/^npm run portal -- (\w+)/gm)].map(([, name]) => name))].sort()

it('lists every command with its forms, and those of one alone', async () => {
  expect(commandsIn(await run(['--help']))).toEqual(NAMES)
  const one = await run(['person', 'help'])
  expect(commandsIn(one)).toEqual(['person'])
  expect(one).toContain('npm run portal -- person erase PASSPORT --yes\n    does it\n')
})

it.each([
  { words: [], shown: NAMES },
  { words: ['constructor'], shown: NAMES },
  { words: ['account', 'create-admin', 'boss@portal.example'], shown: ['account'] },
  { words: ['backup'], shown: ['backup'] },
  { words: ['backup', ''], shown: ['backup'] },
  { words: ['restore', 'one', 'two'], shown: ['restore'] },
  { words: ['backup', 'a file', '--yes'], shown: ['backup'] },
  { words: ['person', 'export', 'N1', 'folder', '--yes'], shown: ['person'] },
  { words: ['ledger', 'reverse', 'boss@portal.example'], shown: ['ledger'] },
])('fails with what can be written after $words', async ({ words, shown }) => {
  const failure = await run(words).catch((error: Error) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(commandsIn(String(failure).replace('Error: ', ''))).toEqual(shown)
})

it('refuses an option that it does not know', async () => {
  await expect(run(['retention', '--all'])).rejects.toThrow("Unknown option '--all'")
})
