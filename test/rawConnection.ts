import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, vi } from 'vitest'
import type { Portal } from './portal.ts'

export interface RawConnection {
  socket: Socket
  /** The portal's end. */
  peer: Socket
  received(): string
  receivedBytes(): Buffer
  /** Resolves when the bytes have left, or cannot leave any more. */
  send(bytes: string | Buffer): Promise<void>
  /** Resolves when the portal has read all that was sent, or has ended the connection. */
  arrived(): Promise<void>
  /** Resolves when the connection has ended, be it by a reset, which takes nothing back of what came before. */
  closed: Promise<void>
}

/** Lets the portal listen; answers how to connect to it and send bytes that no client would. */
export function listenTo(portal: Portal): () => Promise<RawConnection> {
  const opened: Socket[] = []
  const accepted = new Map<number | undefined, Socket>()
  beforeAll(async () => {
    await portal.app.listen({ port: 0, host: '127.0.0.1' })
    portal.app.server.on('connection', (peer) => accepted.set(peer.remotePort, peer))
  })
  // What still sends keeps the portal from closing.
  afterAll(() => {
    for (const socket of opened) socket.destroy()
  })
  return async () => {
    const socket = connect((portal.app.server.address() as AddressInfo).port, '127.0.0.1')
    opened.push(socket)
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => undefined)
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    const peer = await vi.waitUntil(() => accepted.get(socket.localPort), { timeout: 10_000, interval: 5 })
    return {
      socket,
      peer,
      closed,
      received: () => Buffer.concat(chunks).toString(),
      receivedBytes: () => Buffer.concat(chunks),
      send: (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve())),
      async arrived() {
        await vi.waitUntil(() => peer.destroyed || peer.bytesRead === socket.bytesWritten, { timeout: 10_000, interval: 5 })
      },
    }
  }
}
