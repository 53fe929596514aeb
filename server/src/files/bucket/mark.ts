import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { MARK, type Owner, type PlaceMark, wordsOf } from '../objects.ts'
import { type BucketAddress, foreignPlace, nameOf } from '../place.ts'
import type { Prefix } from './bucket.ts'
import { faultOf, isAbsent, isTaken, isUnknown } from './faults.ts'

/** Throws a sentence for the operator. */
export async function claimPrefix(prefix: Prefix, address: BucketAddress, installation: string): Promise<void> {
  const name = nameOf(address)
  const refused = await refusalOf(prefix, installation).catch((error: unknown) => {
    throw new Error(
      `The object store ${name} cannot be used (${wordsOf(error)}). Check FILES_URL, its credentials and that the store runs.`,
    )
  })
  if (refused === 'foreign') throw foreignPlace(name)
  if (refused === 'unmarked')
    throw new Error(
      `${name} holds objects but no mark of an installation, so nobody knows whose they are. Name an empty prefix in FILES_URL.`,
    )
}

/** Where the server knows no condition, two that begin at once both write their mark; then it belongs to the last one. */
async function refusalOf(prefix: Prefix, installation: string): Promise<'foreign' | 'unmarked' | undefined> {
  const verdict = (found: Owner) => (found.installation === installation ? undefined : 'foreign')
  const found = await readMark(prefix)
  if (found !== undefined) return verdict(found)
  if (await holdsAnything(prefix)) {
    // Another server that begins at once has written it since.
    const since = await readMark(prefix)
    return since === undefined ? 'unmarked' : verdict(since)
  }
  await writeFirst(prefix, { installation, epoch: '' })
  return (await readMark(prefix))?.installation === installation ? undefined : 'foreign'
}

export const markOf = (prefix: Prefix, address: BucketAddress): PlaceMark => {
  const { client, Bucket, root } = prefix
  const at = { Bucket, Key: root + MARK }
  const told = (error: unknown) => {
    throw faultOf(error, MARK)
  }
  return {
    place: nameOf(address),
    read: () => readMark(prefix).catch(told),
    write: (owner) => client.send(new PutObjectCommand({ ...at, Body: bodyOf(owner) })).then(() => undefined, told),
    remove: () => client.send(new DeleteObjectCommand(at)).then(() => undefined, told),
  }
}

/** A line of the id, then one of the epoch. */
const bodyOf = ({ installation, epoch }: Owner): string => `${[installation, epoch].filter(Boolean).join('\n')}\n`

export async function readMark({ client, Bucket, root }: Prefix, abortSignal?: AbortSignal): Promise<Owner | undefined> {
  const command = new GetObjectCommand({ Bucket, Key: root + MARK })
  const found = await client.send(command, { ...(abortSignal && { abortSignal }) }).catch((error: unknown) => {
    if (!isAbsent(error)) throw error
  })
  const text = await found?.Body?.transformToString()
  if (text === undefined) return undefined
  const [installation = '', epoch = ''] = text.split('\n').map((line) => line.trim())
  return { installation, epoch }
}

async function holdsAnything({ client, Bucket, root }: Prefix): Promise<boolean> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: root })) if (Contents.length > 0) return true
  return false
}

async function writeFirst({ client, Bucket, root }: Prefix, owner: Owner): Promise<void> {
  const put = (condition: { IfNoneMatch?: string }) =>
    client.send(new PutObjectCommand({ Bucket, Key: root + MARK, Body: bodyOf(owner), ...condition }))
  await put({ IfNoneMatch: '*' }).catch(async (error: unknown) => {
    if (isUnknown(error)) await put({})
    else if (!isTaken(error)) throw error
  })
}
