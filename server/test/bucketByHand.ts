import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import type { Credentials } from '../src/files/place.ts'

export interface BucketByHand {
  client: S3Client
  create(): Promise<void>
  names(prefix: string): Promise<string[]>
  /** Another byte in what is stored under that name. */
  alter(prefix: string, name: string): Promise<void>
  remove(prefix: string, name: string): Promise<void>
  /** Removes an object; answers a function that brings it back. */
  take(prefix: string, name: string): Promise<() => Promise<void>>
}

/** A bucket past the portal. */
export function bucketByHand(endpoint: string, credentials: Credentials, Bucket: string): BucketByHand {
  const checks = { requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' } as const
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true, ...checks })
  const at = (prefix: string, name: string) => ({ Bucket, Key: `${prefix}/${name}` })
  const read = async (prefix: string, name: string) => {
    const { Body, Metadata } = await client.send(new GetObjectCommand(at(prefix, name)))
    return { bytes: Buffer.from((await Body?.transformToByteArray()) ?? []), ...(Metadata && { Metadata }) }
  }
  const write = async (prefix: string, name: string, { bytes, ...more }: Awaited<ReturnType<typeof read>>) => {
    await client.send(new PutObjectCommand({ ...at(prefix, name), Body: bytes, ...more }))
  }
  const remove = async (prefix: string, name: string) => {
    await client.send(new DeleteObjectCommand(at(prefix, name)))
  }
  return {
    client,
    async create() {
      await client.send(new CreateBucketCommand({ Bucket }))
    },
    async names(prefix) {
      const names: string[] = []
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: `${prefix}/` }))
        names.push(...Contents.map(({ Key = '' }) => Key.slice(prefix.length + 1)))
      return names
    },
    async alter(prefix, name) {
      const held = await read(prefix, name)
      held.bytes.writeUInt8(held.bytes.readUInt8(40) ^ 1, 40)
      await write(prefix, name, held)
    },
    remove,
    async take(prefix, name) {
      const held = await read(prefix, name)
      await remove(prefix, name)
      return () => write(prefix, name, held)
    },
  }
}
