import { MissingObject, type ObjectStore } from './objects.ts'

const PAGE = 1_000

/** While files move: reads there what is not here, stores here alone, removes from both. */
export function bothStores(here: ObjectStore, also: ObjectStore): ObjectStore {
  const inBoth = async (act: (store: ObjectStore) => Promise<void>) => {
    for (const store of [here, also]) await act(store)
  }
  const evenIfOneFails = async (act: (store: ObjectStore) => Promise<void>) => {
    for (const end of await Promise.allSettled([here, also].map(act))) if (end.status === 'rejected') throw end.reason
  }
  return {
    keep: (id, path) => here.keep(id, path),
    open: (id, part) =>
      here.open(id, part).catch((error: unknown) => {
        if (!(error instanceof MissingObject)) throw error
        // It may just have been copied.
        return also.open(id, part).catch((missing: unknown) => {
          if (!(missing instanceof MissingObject)) throw missing
          return here.open(id, part)
        })
      }),
    remove: (id) => inBoth((store) => store.remove(id)),
    async *list(after) {
      let page: string[] = []
      for await (const id of merged(idsOf(here.list(after)), idsOf(also.list(after)))) {
        page.push(id)
        if (page.length < PAGE) continue
        yield page
        page = []
      }
      if (page.length > 0) yield page
    },
    removeUnfinished: (moment) => evenIfOneFails((store) => store.removeUnfinished(moment)),
    check: () => inBoth((store) => store.check()),
    claim: (installation) => inBoth((store) => store.claim(installation)),
    marks: [...here.marks, ...also.marks],
    close: () => {
      for (const store of [here, also]) store.close()
    },
  }
}

async function* idsOf(pages: AsyncIterable<string[]>): AsyncGenerator<string, void> {
  for await (const page of pages) yield* page
}

/** Both are in order; what is in both comes once. */
async function* merged(one: AsyncGenerator<string, void>, other: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  let [first, second] = await Promise.all([one.next(), other.next()])
  while (!first.done || !second.done) {
    const least = [first, second].flatMap(({ value }) => value ?? []).sort()[0] ?? ''
    yield least
    if (first.value === least) first = await one.next()
    if (second.value === least) second = await other.next()
  }
}
