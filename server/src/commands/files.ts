import { join } from 'node:path'
import { untilStopped } from '../backup/signal.ts'
import { copyDocuments, type Fates } from '../documents/copy.ts'
import { renewEpochs, takeOver } from '../documents/epoch.ts'
import { installationOf } from '../documents/installation.ts'
import { lookForMissing } from '../documents/missing.ts'
import { openFiles } from '../documents/openFiles.ts'
import { countOrphans, forgetOrphans, noteOrphans, removeOrphans } from '../documents/sweeper.ts'
import { openObjects, openPlace } from '../files/openObjects.ts'
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
    effect: 'the same, proves those that are there already too, and copies anew what is damaged',
    run: () => copy(true),
  },
  {
    words: ['files', 'missing'],
    effect: `lists documents that a restore did not find, each with its record
One that is there again is opened, compared with its hash, and no longer missing.`,
    run: missing,
  },
  {
    words: ['files', 'sweep'],
    effect: 'notes files without a row, and removes up to 1,000 that were found so a day ago or earlier, as the portal does each hour',
    run: () => sweep(false),
  },
  {
    words: ['files', 'sweep'],
    yes: true,
    effect: `the same without that limit
Also says that no other database uses the bucket, where the portal removes nothing because one did. That begins a day anew.`,
    run: () => sweep(true),
  },
]

function missing(): Promise<string> {
  return besidePortal(async (db, settings) => {
    const { files, key } = await openFiles(settings, db)
    const store = await openObjects(settings)
    try {
      const { found, lost } = await lookForMissing({ db, store, key, signal: untilStopped() })
      const lines = lost.map(({ id, of, record_id, slot }) => [id, of, record_id, slot].filter(Boolean).join(' '))
      const again = found > 0 ? `${found} documents are there again and are shown.\n` : ''
      return `${again}${lost.length} documents are missing${lines.length > 0 ? `:\n${lines.join('\n')}` : '.'}`
    } finally {
      store.close()
      await files.close()
    }
  })
}

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

function told({ copied, there, missing, damaged }: Fates, place: string, all: boolean): string {
  const lost = [...missing, ...damaged]
  const done = `${copied} documents were copied to ${place} and proven by their hashes; ${there} were there already${all ? ' and were proven too' : ''}.`
  if (lost.length === 0) return `${done} Every document is there.`
  throw new Error(
    `${done}\n${missing.length} are in neither place, ${damaged.length} are not what their rows say:\n${lost.slice(0, 20).join('\n')}`,
  )
}

function sweep(yes: boolean): Promise<string> {
  return besidePortal(async (db, settings) => {
    const { files } = await openStores(db, settings)
    try {
      const taken = yes ? await takeOver(db, files.marks) : []
      if (taken.length > 0) await forgetOrphans(db)
      if (!(await renewEpochs(db, files.marks))) throw new Error('A server sweeps at this moment. Try again.')
      const removed = await removeOrphans({ db, files }, new Date(), yes ? Number.POSITIVE_INFINITY : undefined)
      await noteOrphans({ db, files }, new Date())
      const { found, ripe } = await countOrphans(db, new Date())
      const own = taken.map((place) => `${place} is swept by this database from now on, and by no other one.\n`).join('')
      return `${own}${removed} files without a row were removed. ${found} more are noted, ${ripe} of them for a day or longer.`
    } finally {
      await files.close()
    }
  })
}
