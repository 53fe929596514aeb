import { createHash, timingSafeEqual } from 'node:crypto'

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** In constant time, also for another length. */
export const isBearer = (token: string, given: string | undefined): boolean => timingSafeEqual(hash(`Bearer ${token}`), hash(given ?? ''))
