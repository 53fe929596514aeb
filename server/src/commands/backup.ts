import { backUp } from '../backup/backup.ts'
import { untilStopped } from '../backup/signal.ts'
import { readSettings } from '../settings.ts'
import { type Form, value } from './command.ts'

export const forms: Form[] = [
  {
    words: ['backup', value('FILE')],
    effect: `writes the database and the encrypted documents into one new file
The file holds no master key: keep that elsewhere. Sessions and links that open accounts are not in it either.`,
    async run(file) {
      const began = new Date()
      const held = await backUp(file, readSettings(process.env), { signal: untilStopped(), moment: began })
      const rows = held.tables.reduce((sum, table) => sum + table.rows, 0)
      const seconds = ((Date.now() - began.getTime()) / 1000).toFixed(1)
      return `${file} holds ${rows} rows of ${held.tables.length} tables and ${held.documents} documents, ${held.size} bytes, after ${seconds} s.`
    },
  },
]
