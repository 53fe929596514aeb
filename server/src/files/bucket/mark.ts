import { GetObjectCommand, PutObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { MARK, wordsOf } from '../objects.ts'
import { type BucketAddress, nameOf } from '../place.ts'
import type { Prefix } from './bucket.ts'
import { isAbsent, isTaken, isUnknown } from './faults.ts'

/** Throws a sentence for the operator. */
export async function claimPrefix(prefix: Prefix, address: BucketAddress, installation: string): Promise<void> {
  const name = nameOf(address)
  const refused = await refusalOf(prefix, installation).catch((error: unknown) => {
    throw new Error(
      `The object store ${name} cannot be used (${wordsOf(error)}). Check FILES_URL, its credentials and that the store runs.`,
    )
  })
  if (refused === 'foreign')
    throw new Error(`${name} belongs to another installation of the portal. Name a prefix of this one’s own in FILES_URL.`)
  if (refused === 'unmarked')
    throw new Error(
      `${name} holds objects but no mark of an installation, so nobody knows whose they are. Name an empty prefix in FILES_URL.`,
    )
}

/** Where the server knows no condition, two that begin at once both write their mark; then it belongs to the last one. */
async function refusalOf(prefix: Prefix, installation: string): Promise<'foreign' | 'unmarked' | undefined> {
  const found = await readMark(prefix)
  if (found === installation) return undefined
  if (found !== undefined) return 'foreign'
  if (await holdsAnything(prefix)) return 'unmarked'
  await writeMark(prefix, installation)
  return (await readMark(prefix)) === installation ? undefined : 'foreign'
}

async function readMark({ client, Bucket, root }: Prefix): Promise<string | undefined> {
  const found = await client.send(new GetObjectCommand({ Bucket, Key: root + MARK })).catch((error: unknown) => {
    if (!isAbsent(error)) throw error
  })
  return (await found?.Body?.transformToString())?.trim()
}

async function holdsAnything({ client, Bucket, root }: Prefix): Promise<boolean> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: root })) if (Contents.length > 0) return true
  return false
}

async function writeMark({ client, Bucket, root }: Prefix, installation: string): Promise<void> {
  const put = (condition: { IfNoneMatch?: string }) =>
    client.send(new PutObjectCommand({ Bucket, Key: root + MARK, Body: `${installation}\n`, ...condition }))
  await put({ IfNoneMatch: '*' }).catch(async (error: unknown) => {
    if (isUnknown(error)) await put({})
    else if (!isTaken(error)) throw error
  })
}
