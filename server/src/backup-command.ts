import { backUp } from './backup/backup.ts'
import { untilStopped } from './backup/signal.ts'
import { reasonOf } from './connect.ts'
import { readSettings } from './settings.ts'

const USAGE = `npm run backup -- FILE     writes the database and the sealed documents into one new file, whether the portal runs or not

The file holds no master key: keep that elsewhere. Sessions and links that open accounts are not in it either.
DATA_DIR and DATABASE_URL choose what is backed up, as for the portal.`

async function run([file, ...more]: string[]): Promise<string> {
  if (file === '--help' || file === 'help') return USAGE
  if (!file || file.startsWith('-') || more.length > 0) throw new Error(USAGE)
  const began = new Date()
  const held = await backUp(file, readSettings(process.env), { signal: untilStopped(), moment: began })
  const rows = held.tables.reduce((sum, table) => sum + table.rows, 0)
  const seconds = ((Date.now() - began.getTime()) / 1000).toFixed(1)
  return `${file} holds ${rows} rows of ${held.tables.length} tables and ${held.documents} documents, ${held.size} bytes, after ${seconds} s.`
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
