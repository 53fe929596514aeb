import type { FileStore } from '../files/store.ts'
import { Refusal } from '../http/errors.ts'
import type { Counters } from '../metrics/counters.ts'

/** What the store does with a document, and how many bytes of it. */
type Operation = 'write' | 'read' | 'remove' | 'list' | 'clean'
export type Watch = <Done>(operation: Operation, act: () => Promise<Done>, sizeOf: (done: Done) => number) => Promise<Done>

const noBytes = () => 0

/** A document store whose operations are watched, whatever keeps the bytes. A stream is watched until it may begin. */
export const watchStore = (store: FileStore, watch: Watch): FileStore => ({
  ...store,
  write: (source, person) =>
    watch(
      'write',
      () => store.write(source, person),
      ({ size }) => size,
    ),
  read: (id, wrapped_key) =>
    watch(
      'read',
      () => store.read(id, wrapped_key),
      ({ length }) => length,
    ),
  stream: (file, range) =>
    watch(
      'read',
      () => store.stream(file, range),
      () => (range ? range.to - range.from : file.size),
    ),
  remove: (id) => watch('remove', () => store.remove(id), noBytes),
  list: (after) => pagesOf(store.list(after), watch),
  removeUnfinished: (moment) => watch('clean', () => store.removeUnfinished(moment), noBytes),
})

async function* pagesOf(list: AsyncIterable<string[]>, watch: Watch): AsyncIterable<string[]> {
  const pages = list[Symbol.asyncIterator]()
  for (;;) {
    const page = await watch('list', () => pages.next(), noBytes)
    if (page.done) return
    yield page.value
  }
}

/** A refusal of what was sent is no failure of the store. */
export const resultOf = (error: unknown): 'refused' | 'failed' => (error instanceof Refusal && error.status < 500 ? 'refused' : 'failed')

export const countingStore =
  ({ storeOperations, storeBytes }: Pick<Counters, 'storeOperations' | 'storeBytes'>): Watch =>
  async (operation, act, sizeOf) => {
    const from = performance.now()
    const end = (result: string) => storeOperations.observe({ operation, result }, (performance.now() - from) / 1_000)
    try {
      const done = await act()
      end('ok')
      if (operation === 'read' || operation === 'write') storeBytes[operation] += sizeOf(done)
      return done
    } catch (error) {
      end(resultOf(error))
      throw error
    }
  }
