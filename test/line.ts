import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The network between two programs. */
export interface Line {
  port: number
  /** Nothing arrives any more, though connections stay. */
  hold(): void
  /** What was under way is gone. */
  cut(): void
  end(): void
}

export async function openLine(to: number): Promise<Line> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('data', (bytes: Buffer) => other.write(bytes))
      one.once('error', () => one.destroy())
      one.once('close', () => other.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    hold() {
      for (const socket of sockets) socket.pause()
    },
    cut,
    end() {
      cut()
      server.close()
    },
  }
}
