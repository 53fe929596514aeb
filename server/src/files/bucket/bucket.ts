import { DeleteObjectCommand, HeadObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3'
import { validate } from 'uuid'
import { MARK, type ObjectStore } from '../objects.ts'
import type { BucketAddress, Credentials } from '../place.ts'
import { openBytes } from './bytes.ts'
import { newClient, PATIENCE } from './client.ts'
import { faultOf } from './faults.ts'
import { claimPrefix } from './mark.ts'
import { abortUnfinished } from './unfinished.ts'
import { upload } from './upload.ts'

const CHECK_MS = 2_500

/** Objects under a prefix. */
export interface Prefix {
  client: S3Client
  Bucket: string
  /** Before each name. */
  root: string
}

/** Sealed files as objects under a prefix, named by id. */
export function openBucket(address: BucketAddress, credentials: Credentials, patience = PATIENCE): ObjectStore {
  const client = newClient(address, credentials, patience)
  const knows = { conditions: true }
  const { bucket: Bucket } = address
  const root = address.prefix && `${address.prefix}/`
  const at = (name: string) => ({ Bucket, Key: root + name })
  return {
    keep: (id, path) => upload({ client, ...at(id), patience, knows }, path).catch(throwFault(id)),
    async open(id, part) {
      const bytes = await openBytes({ client, ...at(id) }, part).catch(throwFault(id))
      const fill = (buffer: Buffer, position: number) => bytes.fill(buffer, position).catch(throwFault(id))
      return { length: bytes.length, fill, close: () => bytes.close() }
    },
    remove: (id) => client.send(new DeleteObjectCommand(at(id))).then(() => undefined, throwFault(id)),
    list: (after) => listIds({ client, Bucket, root }, after),
    removeUnfinished: (moment) => abortUnfinished({ client, Bucket, root }, moment).catch(throwFault(root)),
    async check() {
      const options = { abortSignal: AbortSignal.timeout(CHECK_MS) }
      await client.send(new HeadObjectCommand(at(MARK)), options).catch(throwFault(MARK))
    },
    claim: (installation) => claimPrefix({ client, Bucket, root }, address, installation),
    close: () => client.destroy(),
  }
}

async function* listIds({ client, Bucket, root }: Prefix, after: string | undefined): AsyncGenerator<string[], void> {
  const behind = after === undefined ? {} : { StartAfter: root + after }
  try {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: root, ...behind }))
      yield Contents.map(({ Key = '' }) => Key.slice(root.length)).filter((name) => validate(name))
  } catch (error) {
    throwFault(root)(error)
  }
}

const throwFault =
  (id: string) =>
  (error: unknown): never => {
    throw faultOf(error, id)
  }
