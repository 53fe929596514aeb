import { backUp } from '../backup/backup.ts'
import { untilStopped } from '../backup/signal.ts'
import { readSettings } from '../settings.ts'
import { type Form, value, withoutPooler } from './command.ts'

export const forms: Form[] = [
  {
    words: ['backup', value('FILE')],
    effect: `writes the database and the encrypted documents into one new file
The file holds no master key: keep that elsewhere. Sessions and links that open accounts are not in it either.`,
    run: (file) => write(file, 'file'),
  },
  {
    words: ['backup', value('FILE')],
    flag: 'rows',
    effect: `the same, but the documents stay in their store and are only listed with their hashes
For a store that keeps older versions or copies of its own: without them this is no backup of documents.`,
    run: (file) => write(file, 'store'),
  },
]

async function write(file: string, documents_in: 'file' | 'store'): Promise<string> {
  const began = new Date()
  const held = await backUp(file, withoutPooler(readSettings(process.env)), { signal: untilStopped(), moment: began, documents_in })
  const rows = held.tables.reduce((sum, table) => sum + table.rows, 0)
  const seconds = ((Date.now() - began.getTime()) / 1000).toFixed(1)
  const documents = `${documents_in === 'file' ? '' : 'the list of '}${held.documents} documents`
  return `${file} holds ${rows} rows of ${held.tables.length} tables and ${documents}, ${held.size} bytes, after ${seconds} s.`
}
