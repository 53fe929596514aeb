import { AbortMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import type { Prefix } from './bucket.ts'
import { hasEnded, isUnknown } from './faults.ts'

/** Gives up uploads in parts that were begun before that moment; at most a thousand. Servers that do not list them keep none, or end them by a rule. */
export async function abortUnfinished({ client, Bucket, root }: Prefix, moment: Date): Promise<void> {
  const found = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: root })).catch((error: unknown) => {
    if (!isUnknown(error)) throw error
  })
  for (const { Key, UploadId, Initiated } of found?.Uploads ?? []) {
    if (!Initiated || Initiated >= moment) continue
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch((error: unknown) => {
      if (!hasEnded(error)) throw error
    })
  }
}
