import { type Call, calls, Noun, type RecordKind } from 'contract'
import { describe, expect, it } from 'vitest'
import { SPARED, STALE, staleAfter } from './stale.ts'

/** Rules are told apart from the other settings, and papers as the records whose they are. */
const nounOf = ({ journal, path }: Call) => {
  if (journal === 'paper') return 'employee'
  if (path.startsWith('/rules')) return 'rule'
  return Noun.parse(journal)
}
const all: Call[] = Object.values(calls)
/** A file is loaded when somebody asks for it, and not kept. */
const isLoad = (call: Call): boolean => call.reply !== undefined && call.answers !== 'file' && (call.touches ?? []).length === 0
/** Loads that never become stale: a file never changes, and the journal does not follow changes. */
const UNCHANGING: RecordKind[] = ['document', 'journal', 'sign_in', 'other']

describe('what a change makes stale', () => {
  it('is every load that shows a record of that kind', () => {
    const shown = all.filter((call) => isLoad(call) && call.journal && !UNCHANGING.includes(call.journal))
    const missing = shown.filter((call) => !STALE[nounOf(call)].some((stale) => stale === call.name))
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  it('is nothing that changes something itself', () => {
    const names = new Set<string>(Object.values(STALE).flat())
    expect(all.filter((call) => names.has(call.name) && !isLoad(call)).map(({ name }) => name)).toEqual([])
  })

  it.each([
    { load: 'getStats', nouns: ['application', 'company', 'employee', 'user'] },
    { load: 'getAnalytics', nouns: ['application'] },
    { load: 'getCharts', nouns: ['application', 'transaction'] },
    { load: 'countWaiting', nouns: ['application', 'company', 'employee', 'transaction', 'user'] },
    { load: 'getBalance', nouns: ['transaction'] },
    { load: 'listSessions', nouns: ['account'] },
    { load: 'getPreferences', nouns: ['account'] },
    { load: 'getTwoStep', nouns: ['account'] },
  ])('is $load after a change of $nouns', ({ load, nouns }) => {
    const touching = Object.entries(STALE).filter(([, names]) => names.some((name) => name === load))
    expect(touching.map(([noun]) => noun).toSorted()).toEqual(nouns)
  })

  it('is asked for sparingly where everybody has it on every screen', () => {
    expect([...SPARED].toSorted()).toEqual(['countWaiting', 'getRisk', 'getToday', 'getUnreadNotices', 'listNotices'])
  })

  it('is what each of the touched records makes stale', () => {
    expect(staleAfter(['account', 'user'])).toEqual(new Set([...STALE.account, ...STALE.user]))
    expect(staleAfter(undefined)).toEqual(new Set())
  })
})
