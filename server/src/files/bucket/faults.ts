import { S3ServiceException } from '@aws-sdk/client-s3'
import { DiskFault, MissingObject, StoreFault } from '../objects.ts'

const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'EntityTooLarge', 'InsufficientStorage'])
const ABSENT = new Set(['NoSuchKey', 'NotFound'])

export const isAbsent = (error: unknown): boolean => error instanceof S3ServiceException && ABSENT.has(error.name)

/** An upload in parts that has ended meanwhile. */
export const hasEnded = (error: unknown): boolean => error instanceof S3ServiceException && error.name === 'NoSuchUpload'

/** There is an object of that name already. */
export const isTaken = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === 'PreconditionFailed' || error.name === 'ConditionalRequestConflict')

/** What the server does not know to do. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === 'NotImplemented' || [405, 501].includes(error.$metadata.httpStatusCode ?? 0))

/** Too slow, sent by a clock that the client has now learnt, or damaged on its way. */
const PASSING = new Set(['RequestTimeout', 'RequestTimeTooSkewed', 'BadDigest', 'XAmzContentSHA256Mismatch'])

/** Whether the same may succeed a moment later: no answer came, or one of a server that has trouble. */
export function isPassing(error: unknown): boolean {
  if (error instanceof DiskFault) return false
  if (!(error instanceof S3ServiceException)) return true
  const status = error.$metadata.httpStatusCode ?? 500
  return PASSING.has(error.name) || status === 429 || (status >= 500 && status !== 501)
}

export const faultOf = (error: unknown, id: string): Error => {
  if (error instanceof StoreFault || error instanceof MissingObject || error instanceof DiskFault) return error
  return isAbsent(error) ? new MissingObject(id) : new StoreFault(error, error instanceof S3ServiceException && FULL.has(error.name))
}
