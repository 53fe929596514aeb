import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { wordsOf } from './words.ts'

const keysOf = (value: object): unknown[] =>
  Object.entries(value).map(([key, inner]) => [key, typeof inner === 'object' ? keysOf(inner) : inner !== ''])

it('tables have the same words in both languages', () => {
  expect(keysOf(wordsOf('ar'))).toEqual(keysOf(wordsOf('en')))
})

it.each(['en', 'ar'] as const)('tables call things as the screens do: %s', (language) => {
  const file = join(import.meta.dirname, `../../../web/src/messages/${language}.json`)
  const screens: { enums: object; journal: { kinds: object; outcomes: object }; transactions: object } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  const { heads: _, transactionType, recordKind, journalOutcome, ...enums } = wordsOf(language)
  expect(screens.enums).toMatchObject(enums)
  expect(screens.transactions).toMatchObject(transactionType)
  expect(screens.journal).toMatchObject({ kinds: recordKind, outcomes: journalOutcome })
})
