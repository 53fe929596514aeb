import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { startPortal } from '../../../test/portal.ts'

const portal = startPortal()
const REQUEST = 'GET /api/settings HTTP/1.1\r\nHost: localhost\r\n\r\n'

it('a request that had arrived, but was not read yet, when the portal began to end is answered and not cut (T54)', async () => {
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((portal.app.server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('data', (data) => {
    received += data.toString()
  })
  socket.write(REQUEST)
  await expect.poll(() => received).toContain('max_file_mb')
  expect(received).toContain('HTTP/1.1 200')
  received = ''
  const ended = once(socket, 'end')
  socket.write(REQUEST)
  const closing = portal.app.close()
  await ended
  for (const part of [/^HTTP\/1.1 503 /, /\r\nretry-after: 1\r\n/i, /\r\nconnection: close\r\n/i, /The portal is restarting/])
    expect(received).toMatch(part)
  await closing
})
