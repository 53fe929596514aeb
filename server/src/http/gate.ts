import { type Call, EventStream, isRead } from 'contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import { refuse } from './errors.ts'
import { leave } from './leaving.ts'
import type { Sealing } from './list.ts'
import type { LoadShedder } from './loadShedding.ts'
import type { MemoryBudget } from './memoryBudget.ts'
import type { Note } from './note.ts'
import type { Guess, Viewer } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | undefined
    bodyBegun: boolean
    releaseMemory: (() => void) | undefined
    isHandled: boolean
  }
  interface FastifyContextConfig {
    many_rows?: true
  }
}

export interface Gate {
  settings: Pick<Settings, 'max_file_mb'>
  documentMemory: MemoryBudget
  vault: { carried: Sealing }
  loadShedder: LoadShedder
  /** The approved user of the session, read anew (A8). A background request is no use of the session (A9). */
  findViewer(request: FastifyRequest, options: { background?: boolean | undefined; guess?: Guess | undefined }): Promise<Viewer | undefined>
  /** Whom the session had when it was last read; `findViewer` answers that very object where it is the same still. */
  guessSession(request: FastifyRequest): Guess | undefined
  keepAccess(call: Call, request: FastifyRequest, reply: FastifyReply, note?: Note): void
}

const SET_UP_FIRST = 'Please set up two-step sign-in first'
const READ_ONLY = 'Your employer has ended this record. You can still read it, but change nothing.'

export function enter({ loadShedder }: Gate, call: Call, request: FastifyRequest, reply: FastifyReply): void {
  if (isRead(call) && call.reply !== EventStream) loadShedder.enter(request)
  // Not onResponse, which does not run when the client disconnects.
  reply.raw.once('close', () => {
    request.endRead?.()
    leave(request)
    if (!request.isHandled) request.releaseMemory?.()
  })
}

export function admit({ loadShedder }: Gate, call: Call, request: FastifyRequest): void {
  const { viewer } = request
  loadShedder.keepUser(request)
  if (call.access === 'public') return
  if (!viewer) refuse(401, 'Please sign in')
  if (!call.access.includes(viewer.role)) refuse(403, 'Your role does not allow this')
  if (viewer.must_set_up_two_step && !call.before_two_step) refuse(403, SET_UP_FIRST)
  if (viewer.reads_until && !mayReader(call)) refuse(403, READ_ONLY)
}

/** What is left of a cancelled record's account: reading, and the account itself (E7). */
const mayReader = (call: Call): boolean => isRead(call) || call.after_cancellation === true
