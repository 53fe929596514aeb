import { inspect } from '../server/src/files/inside/inspect.ts'

/** What would be kept of a file, by the same code as in the process that looks into files. */
export async function keptOf(bytes: Buffer): Promise<Buffer> {
  const { pieces } = await inspect(bytes)
  return Buffer.concat([...pieces])
}
