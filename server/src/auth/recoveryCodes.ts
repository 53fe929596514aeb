import { hashOf } from '../http/session.ts'
import { randomCode } from './randomCode.ts'

/** 79 random bits: no slow hash is needed to keep them. */
export const newRecoveryCode = (): string => randomCode(4, 4)

/** However it is typed: capitals, spaces and dashes do not count. */
export const hashOfRecoveryCode = (user_id: string, typed: string): string =>
  hashOf(`recovery:${user_id}:${typed.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
