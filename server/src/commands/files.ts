import { join } from 'node:path'
import { untilStopped } from '../backup/signal.ts'
import { copyDocuments } from '../documents/copy.ts'
import { installationOf, openFiles } from '../documents/openFiles.ts'
import { countOrphans, noteOrphans, removeOrphans } from '../documents/sweeper.ts'
import { openPlace } from '../files/openObjects.ts'
import { nameOf } from '../files/place.ts'
import { besidePortal, type Form, openStores } from './command.ts'

export const forms: Form[] = [
  {
    words: ['files', 'copy'],
    effect: `copies documents from the place in FILES_ALSO to the one in FILES_URL that are not there yet, and proves each by its hash
Set both on every server first. It may be stopped and begun again. Afterwards take FILES_ALSO away.`,
    run: () => copy(false),
  },
  {
    words: ['files', 'copy'],
    flag: 'all',
    effect: 'the same, and proves those that are there already too',
    run: () => copy(true),
  },
  {
    words: ['files', 'sweep'],
    effect: 'notes files without a row, and removes up to 1,000 that were found so a day ago or earlier, as the portal does each hour',
    run: () => sweep(undefined),
  },
  {
    words: ['files', 'sweep'],
    yes: true,
    effect: 'the same without that limit',
    run: () => sweep(Number.POSITIVE_INFINITY),
  },
]

function copy(all: boolean): Promise<string> {
  return besidePortal(async (db, settings) => {
    const { here, also } = settings.files
    if (!also) throw new Error('Set FILES_ALSO to the place that documents are copied from. They are copied to that of FILES_URL.')
    const { files, key } = await openFiles(settings, db)
    const [from, to] = [await openPlace(also, settings), await openPlace(here, settings)]
    try {
      for (const store of [from, to]) await store.claim(await installationOf(db))
      const onPage = (done: number) => process.stderr.write(`${done} documents looked at\n`)
      const signal = untilStopped('Stopped. What was copied stays; run it again to go on.')
      const unfinished = join(settings.files_dir, 'tmp')
      const fates = await copyDocuments({ db, from, to, key, unfinished, signal, all, onPage })
      return told(fates, nameOf(here), all)
    } finally {
      for (const store of [from, to, files]) await store.close()
    }
  })
}

function told(fates: Awaited<ReturnType<typeof copyDocuments>>, place: string, all: boolean): string {
  const numberOf = (fate: Parameters<typeof fates.get>[0]) => fates.get(fate)?.length ?? 0
  const lost = [...(fates.get('missing') ?? []), ...(fates.get('damaged') ?? [])]
  const done = `${numberOf('copied')} documents were copied to ${place} and proven by their hashes; ${numberOf('there')} were there already${all ? ' and were proven too' : ''}.`
  if (lost.length === 0) return `${done} Every document is there.`
  throw new Error(
    `${done}\n${numberOf('missing')} are in neither place, ${numberOf('damaged')} are not what their rows say:\n${lost.slice(0, 20).join('\n')}`,
  )
}

function sweep(most: number | undefined): Promise<string> {
  return besidePortal(async (db, settings) => {
    const { files } = await openStores(db, settings)
    try {
      const removed = await removeOrphans({ db, files }, new Date(), most)
      await noteOrphans({ db, files }, new Date())
      const { found, ripe } = await countOrphans(db, new Date())
      return `${removed} files without a row were removed. ${found} more are noted, ${ripe} of them for a day or longer.`
    } finally {
      await files.close()
    }
  })
}
