import { S3Client } from '@aws-sdk/client-s3'
import type { BucketAddress, Credentials } from '../place.ts'

export interface Patience {
  connect_ms: number
  /** Until an answer begins. */
  answer_ms: number
  /** Until a part that is sent is answered. */
  upload_ms: number
  /** Without a byte. */
  idle_ms: number
  /** For a whole upload, with its repetitions. */
  whole_ms: number
}

/** A request is answered after 30 s, so an upload ends before: what it stored later would be stored twice. */
export const PATIENCE: Patience = { connect_ms: 2_000, answer_ms: 10_000, upload_ms: 20_000, idle_ms: 30_000, whole_ms: 24_000 }
/** Nobody waits for a command's single steps. */
export const COMMAND_PATIENCE: Patience = { ...PATIENCE, upload_ms: 30_000, whole_ms: 90_000 }

/** Repeats what is safe to repeat, with backoff and jitter; not a body that is a stream. */
const MAX_ATTEMPTS = 3
const MAX_SOCKETS = 100
const nothing = () => {}
/** What fails is said where it is caught. */
const SILENT = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }

/**
 * Talks to the endpoint alone. What the library would otherwise look up in the shared files of the AWS command line is said here (3.1175.0), and with
 * credentials given it asks no metadata service.
 */
export const newClient = ({ endpoint, region }: BucketAddress, credentials: Credentials, patience: Patience): S3Client =>
  new S3Client({
    region,
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    forcePathStyle: endpoint !== undefined,
    credentials,
    logger: SILENT,
    maxAttempts: MAX_ATTEMPTS,
    retryMode: 'standard',
    defaultsMode: 'standard',
    // Servers that are not Amazon's need not know its checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    authSchemePreference: [],
    disableClockSkewCorrection: false,
    disableS3ExpressSessionAuth: true,
    sigv4aSigningRegionSet: async () => undefined,
    useArnRegion: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    userAgentAppId: async () => undefined,
    requestHandler: {
      connectionTimeout: patience.connect_ms,
      requestTimeout: patience.answer_ms,
      throwOnRequestTimeout: true,
      socketTimeout: patience.idle_ms,
      httpAgent: { maxSockets: MAX_SOCKETS, keepAlive: true },
      httpsAgent: { maxSockets: MAX_SOCKETS, keepAlive: true },
    },
  })
