import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import S3rver from 's3rver'

// An object store as a process of its own, so that its processor time can be told apart: node storeProgram.ts FOLDER PORT BUCKET
const [, , directory = '', port = '', name = ''] = process.argv
const store = new S3rver({
  ...{ address: '127.0.0.1', port: Number(port), silent: true, directory, vhostBuckets: false },
  configureBuckets: [{ name }],
})

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => -1,
  )

// It answers before its last bytes are on the disk.
store.middleware.unshift(async (context, next) => {
  await next()
  if (context.method !== 'PUT' || context.status >= 300 || context.query.partNumber) return
  const wanted = Number(context.headers['content-length'])
  for (let turn = 0; turn < 5_000 && (await sizeOf(`${join(directory, context.path)}._S3rver_object`)) !== wanted; turn++) await sleep(2)
})
await store.run()
console.log('ready')
