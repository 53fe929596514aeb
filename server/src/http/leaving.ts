import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Reader } from '../db/together.ts'

declare module 'fastify' {
  interface FastifyRequest extends Reader {}
}

/** Node knows the address of who has left only where it was read before. */
export function rememberAddresses({ server }: FastifyInstance): void {
  server.on('connection', (socket) => void socket.remoteAddress)
}

/** Once a request is answered, or its connection is gone. */
export function leave(request: FastifyRequest): void {
  request.hasLeft = true
  request.stopReading?.()
}
