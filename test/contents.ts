import { inspect } from '../server/src/files/inside/inspect.ts'

/** What the portal would keep of a file, by the code of the process that inspects files. */
export async function keptOf(bytes: Buffer): Promise<Buffer> {
  const { chunks } = await inspect(bytes)
  return Buffer.concat([...chunks])
}
