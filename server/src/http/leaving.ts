import type { FastifyRequest } from 'fastify'
import type { Reader } from '../db/together.ts'

declare module 'fastify' {
  interface FastifyRequest extends Reader {}
}

/** Once a request is answered, or its connection is gone. */
export function leave(request: FastifyRequest): void {
  request.hasLeft = true
  request.stopReading?.()
}
