import { expect, it } from 'vitest'
import { judgeRepeats, lostAtFailover, lostAtKill } from '../../test/manyServers/mails.ts'

const LOST = [lostAtKill({ place: 0, at: 10_000, backAfter: 3_000 }), lostAtFailover({ from: 20_000, to: 22_000 }, 300)]

const came = (...copies: [server: number, at: number][]) =>
  copies.map(([server, at]) => ({ at, headers: { 'message-id': '<1@portal.example>', from: `desk-${server}@portal.example` } }))
const unexplained = (...copies: [server: number, at: number][]) => judgeRepeats(came(...copies), LOST).unexplained.length

it('a mail that comes again is explained by the end of its server or of the database alone', () => {
  expect(unexplained([1, 500])).toBe(0)
  expect(unexplained([1, 9_990], [2, 12_000])).toBe(0)
  expect(unexplained([3, 20_500], [2, 24_000])).toBe(0)
  // Another server was killed; the mail came long before; two servers had it at once; nothing ended at the second time.
  expect(unexplained([2, 9_990], [3, 12_000])).toBe(1)
  expect(unexplained([1, 8_000], [2, 12_000])).toBe(1)
  expect(unexplained([1, 9_980], [2, 9_990])).toBe(1)
  expect(unexplained([1, 9_990], [2, 12_000], [3, 12_100])).toBe(1)
})

it('a server that ends costs no more commits than it has lanes', () => {
  const mails = Array.from({ length: 5 }, (_, number) =>
    came([1, 9_990], [2, 12_000]).map((each) => ({ ...each, headers: { ...each.headers, 'message-id': `<${number}>` } })),
  )
  expect(judgeRepeats(mails.flat(), LOST)).toMatchObject({ repeated: 5, unexplained: [expect.stringContaining('<4>')] })
})
