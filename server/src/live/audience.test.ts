import { streamChanges } from 'contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'

const portal = startPortal()
const HEARTBEAT_MS = 20_000
afterEach(() => vi.useRealTimers())

describe('an open stream', () => {
  it('is told a newer place at each heartbeat, with which it goes on although 500 others changed since it began', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const make = given(portal)
    const company = await make.company()
    const quiet = as(portal, await make.user('company_admin', { of: [company] }))
    const { raw } = await quiet.send(streamChanges, {})
    let heard = ''
    raw
      .stream()
      .setEncoding('utf8')
      .on('data', (text: string) => {
        heard += text
      })
    const places = () => [...heard.matchAll(/^event: place\nid: (\S+)$/gm)].map(([, place = '']) => place)
    await expect.poll(places).toHaveLength(1)
    await portal.pool.query(`insert into changes (noun, id) select 'company', gen_random_uuid() from generate_series(1, 501)`)
    const [first] = places()
    await expect.poll(() => startOf(first)).toMatch(/^event: missed$/m)
    expect(places()).toEqual([first])
    vi.advanceTimersByTime(HEARTBEAT_MS)
    await expect.poll(places).toHaveLength(2)
    expect(await startOf(places()[1])).toBe('')

    async function startOf(place = ''): Promise<string> {
      const again = await quiet.send(streamChanges, {}, { 'last-event-id': place })
      const stream = again.raw.stream().setEncoding('utf8')
      let text = ''
      for await (const chunk of stream) {
        text += chunk
        if (text.includes('event: place')) break
      }
      return text.replace(/retry: \d+\n\n/, '').split('event: place')[0] ?? ''
    }
  })
})
