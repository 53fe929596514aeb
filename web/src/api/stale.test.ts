import { type Call, calls, Noun, type RecordKind } from 'contract'
import { describe, expect, it } from 'vitest'
import { STALE, staleAfter } from './stale.ts'

const all: Call[] = Object.values(calls)
const isLoad = (call: Call): boolean => call.reply !== undefined && (call.touches ?? []).length === 0
/** Loads that never become stale: a file never changes, and the journal does not follow changes. */
const UNCHANGING: RecordKind[] = ['document', 'journal', 'sign_in', 'other']

describe('what a change makes stale', () => {
  it('is every load that shows a record of that kind', () => {
    const shown = all.filter((call) => isLoad(call) && call.journal && !UNCHANGING.includes(call.journal))
    const missing = shown.filter(({ name, journal }) => !STALE[Noun.parse(journal)].some((stale) => stale === name))
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  it('is nothing that changes something itself', () => {
    const names = new Set<string>(Object.values(STALE).flat())
    expect(all.filter((call) => names.has(call.name) && !isLoad(call)).map(({ name }) => name)).toEqual([])
  })

  it('follows an own action as it follows the change that others hear of', () => {
    expect(staleAfter(calls.approveTopup.touches)).toEqual(staleAfter(['transaction']))
    expect(staleAfter(calls.deleteUser.touches)).toEqual(new Set([...staleAfter(['user']), ...staleAfter(['company'])]))
  })
})
