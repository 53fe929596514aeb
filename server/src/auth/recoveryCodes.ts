import { hashOf } from '../http/session.ts'
import { randomCode } from './randomCode.ts'

/** 79 random bits need no slow hash. */
export const newRecoveryCode = (): string => randomCode(4, 4)

/** Ignores case, spaces and dashes. */
export const hashOfRecoveryCode = (user_id: string, typed: string): string =>
  hashOf(`recovery:${user_id}:${typed.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
