import { askForKey } from '../backup/key.ts'
import { restore } from '../backup/restore.ts'
import { untilStopped } from '../backup/signal.ts'
import { readSettings } from '../settings.ts'
import { type Form, value, withoutPooler } from './command.ts'

export const forms: Form[] = [
  {
    words: ['restore', value('FILE')],
    effect: `fills an empty DATA_DIR, or an empty database of DATABASE_URL, and the store of FILES_URL from a backup
Where no setting names the master key, it is DATA_DIR/keys/master.key, or asked for. File and key are checked before anything is
touched; a restore that fails leaves nothing behind. Of a backup made with --rows every listed document must be in the store.`,
    run: (file) => fill(file, {}),
  },
  {
    words: ['restore', value('FILE')],
    flag: 'all',
    effect: 'the same, and opens every document to compare its hash, not some at random',
    run: (file) => fill(file, { all: true }),
  },
  {
    words: ['restore', value('FILE')],
    flag: 'missing',
    effect: `the same of a backup made with --rows, also where listed documents are not in the store
They are noted, and the portal says of each that it was lost. 'files missing' lists them.`,
    run: (file) => fill(file, { missing: true }),
  },
]

async function fill(file: string, how: { all?: boolean; missing?: boolean }): Promise<string> {
  const began = Date.now()
  const { manifest, opened, forward, missing } = await restore(file, withoutPooler(readSettings(process.env)), {
    ask: askForKey,
    signal: untilStopped(),
    ...how,
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `Restored the backup of ${manifest.made_at} in ${((Date.now() - began) / 1000).toFixed(1)} s: ${rows} rows and ${manifest.documents} documents.`,
    `The money adds up, and ${opened} documents ${how.all ? '' : 'taken at random '}were opened with the master key.`,
    ...(missing.length > 0
      ? [`${missing.length} of the documents are not in the store and were noted as lost: npm run portal -- files missing lists them.`]
      : []),
    ...(forward > 0 ? [`The schema was brought up to date by ${forward} ${forward === 1 ? 'step' : 'steps'}.`] : []),
    'Sessions and links to set a password are not in a backup: everybody signs in again, and such links have to be sent again.',
    'Give the portal the same master key (MASTER_KEY_FILE), then start it.',
  ].join('\n')
}
