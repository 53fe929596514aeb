import { resolve } from 'node:path'
import type pg from 'pg'
import { INSTALLATION } from '../db/installation.table.ts'
import { openObjects } from '../files/openObjects.ts'
import type { Settings } from '../settings.ts'
import { dump } from './dump.ts'
import type { Manifest } from './manifest.ts'
import { openSource, withClient } from './source.ts'
import { writeBackup } from './write.ts'

/** Everything but the master key, with or without a running portal. Documents go in `file`, or stay in their store and are listed. */
export async function backUp(
  file: string,
  settings: Pick<Settings, 'data_dir' | 'database_url' | 'files' | 'files_dir'>,
  { signal, moment, documents_in = 'file' }: { signal: AbortSignal; moment: Date; documents_in?: Manifest['documents_in'] },
): Promise<Omit<Manifest, 'entries'> & { size: number }> {
  const source = await openSource(settings)
  return withClient(source, async (client) => {
    const store = await openObjects(settings)
    try {
      let held: Omit<Manifest, 'entries'> | undefined
      const { size } = await writeBackup(resolve(file), signal, async (archive) => {
        held = await dump(client, archive, { store, documents_in, moment })
        return held
      })
      await note(client, moment)
      return { ...(held as Omit<Manifest, 'entries'>), size }
    } finally {
      store.close()
    }
  })
}

/** A database user without the right to write may still back up. */
async function note(client: pg.Client, moment: Date): Promise<void> {
  const statement = `insert into installation values ($1, $2) on conflict (key) do update set value = excluded.value`
  await client.query(statement, [INSTALLATION.backedUpAt, moment.toISOString()]).catch(() => undefined)
}
