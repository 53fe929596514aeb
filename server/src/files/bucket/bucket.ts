import { DeleteObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3'
import { validate } from 'uuid'
import { MARK, MissingObject, type ObjectStore } from '../objects.ts'
import { type BucketAddress, type Credentials, foreignPlace, nameOf } from '../place.ts'
import { openBytes } from './bytes.ts'
import { COMMAND_PATIENCE, newClient, PATIENCE } from './client.ts'
import { faultOf } from './faults.ts'
import { claimPrefix, markOf, readMark } from './mark.ts'
import { abortUnfinished } from './unfinished.ts'
import { upload } from './upload.ts'

const CHECK_MS = 2_500

export const PATIENCE_OF = { server: PATIENCE, command: COMMAND_PATIENCE }

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
  const prefix = { client, Bucket, root }
  const at = (name: string) => ({ Bucket, Key: root + name })
  let owner: string | undefined
  return {
    keep: (id, path) => upload({ client, ...at(id), patience, knows }, path).catch(throwFault(id)),
    async open(id, part) {
      const bytes = await openBytes({ client, ...at(id) }, part).catch(throwFault(id))
      const fill = (buffer: Buffer, position: number) => bytes.fill(buffer, position).catch(throwFault(id))
      return { length: bytes.length, fill, close: () => bytes.close() }
    },
    remove: (id) => client.send(new DeleteObjectCommand(at(id))).then(() => undefined, throwFault(id)),
    list: (after) => listIds(prefix, after),
    removeUnfinished: (moment) => abortUnfinished(prefix, moment).catch(throwFault(root)),
    async check() {
      const found = await readMark(prefix, AbortSignal.timeout(CHECK_MS)).catch(throwFault(MARK))
      if (!found) throw new MissingObject(MARK)
      if (owner !== undefined && found.installation !== owner) throw foreignPlace(nameOf(address))
    },
    async claim(installation) {
      await claimPrefix(prefix, address, installation)
      owner = installation
    },
    marks: [markOf(prefix, address)],
    close: () => client.destroy(),
  }
}

async function* listIds({ client, Bucket, root }: Prefix, after: string | undefined): AsyncGenerator<string[], void> {
  const behind = after === undefined ? {} : { StartAfter: root + after }
  try {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: root, ...behind })) {
      const ids = Contents.map(({ Key = '' }) => Key.slice(root.length)).filter((name) => validate(name))
      if (ids.length > 0) yield ids
    }
  } catch (error) {
    throwFault(root)(error)
  }
}

const throwFault =
  (id: string) =>
  (error: unknown): never => {
    throw faultOf(error, id)
  }
