import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { command } from '../../../test/command.ts'

const NAMES = readdirSync(import.meta.dirname)
  .filter((file) => !['command.ts', 'portal.ts', 'portal.test.ts', 'rotateKey.ts'].includes(file))
  .map((file) => file.replace('.ts', ''))
const commandsIn = (help: string) => [...new Set([...help.matchAll(/^npm run portal -- (\w+)/gm)].map(([, name]) => name))]

it('lists every command with its forms, and those of one alone', async () => {
  const whole = await command(['--help'], {})
  expect([whole.code, commandsIn(whole.said).sort()]).toEqual([0, NAMES.sort()])
  const one = await command(['person', 'help'], {})
  expect([one.code, commandsIn(one.said)]).toEqual([0, ['person']])
  expect(one.said).toContain('npm run portal -- person erase PASSPORT --yes\n    does it\n')
})

it.each([
  { words: [], shown: NAMES },
  { words: ['constructor'], shown: NAMES },
  { words: ['backup'], shown: ['backup'] },
  { words: ['backup', ''], shown: ['backup'] },
  { words: ['restore', 'one', 'two'], shown: ['restore'] },
  { words: ['backup', 'a file', '--yes'], shown: ['backup'] },
  { words: ['person', 'export', 'N1', 'folder', '--yes'], shown: ['person'] },
  { words: ['ledger', 'reverse', 'boss@portal.example'], shown: ['ledger'] },
])('shows what can be written after $words, and fails', async ({ words, shown }) => {
  const { code, said } = await command(words, {})
  expect([code, commandsIn(said).sort()]).toEqual([1, shown.sort()])
})

it('refuses an option that it does not know', async () => {
  expect(await command(['retention', '--all'], {})).toMatchObject({ code: 1, said: expect.stringContaining("Unknown option '--all'") })
})
