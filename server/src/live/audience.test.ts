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
    // Each heartbeat tells where the stream is by then, which is behind these changes once they were read.
    await expect
      .poll(async () => {
        vi.advanceTimersByTime(HEARTBEAT_MS)
        return startOf(places().at(-1))
      })
      .toBe('')
    const [first] = places()
    expect(await startOf(first)).toMatch(/^event: missed$/m)

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
