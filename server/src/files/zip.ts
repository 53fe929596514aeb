import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A ZIP as it is filled, no faster than it is read. The signal ends what is read for it when the reader is gone. */
export function zipOf(fill: (zip: ZipFile, signal: AbortSignal) => Promise<void>): Readable {
  const zip = new ZipFile()
  const stream = new PassThrough()
  const left = new AbortController()
  stream.once('close', () => left.abort())
  zip.on('error', (error: Error) => stream.destroy(error))
  zip.outputStream.pipe(stream)
  fill(zip, left.signal)
    .then(() => zip.end())
    .catch((error: Error) => stream.destroy(error))
  return stream
}
