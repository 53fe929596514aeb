import type { Readable } from 'node:stream'
import { free } from '../keys/free.ts'

/** For a stream of chunks that nobody else uses, piped to an answer: the memory of each is given back once the system has taken it. */
export function freeing(stream: Readable): Readable {
  const pipe: Readable['pipe'] = (to) => {
    stream.on('data', (chunk: Buffer) => {
      if (!to.write(chunk, () => free(chunk))) stream.pause()
    })
    stream.once('end', () => to.end())
    to.on('drain', () => stream.resume())
    return to
  }
  stream.pipe = pipe
  return stream
}
