import { resolve } from 'node:path'
import type pg from 'pg'
import { INSTALLATION } from '../db/installation.table.ts'
import type { Settings } from '../settings.ts'
import { dump } from './dump.ts'
import type { Manifest } from './manifest.ts'
import { openSource, withClient } from './source.ts'
import { writeBackup } from './write.ts'

/** Everything but the master key, with or without a running portal. */
export async function backUp(
  file: string,
  settings: Pick<Settings, 'data_dir' | 'database_url' | 'files_dir'>,
  { signal, moment }: { signal: AbortSignal; moment: Date },
): Promise<Omit<Manifest, 'entries'> & { size: number }> {
  const source = await openSource(settings)
  return withClient(source, async (client) => {
    let held: Omit<Manifest, 'entries'> | undefined
    const { size } = await writeBackup(resolve(file), signal, async (archive) => {
      held = await dump(client, archive, settings.files_dir, moment)
      return held
    })
    await note(client, moment)
    return { ...(held as Omit<Manifest, 'entries'>), size }
  })
}

/** A database user without the right to write may still back up. */
async function note(client: pg.Client, moment: Date): Promise<void> {
  const statement = `insert into installation values ($1, $2) on conflict (key) do update set value = excluded.value`
  await client.query(statement, [INSTALLATION.backedUpAt, moment.toISOString()]).catch(() => undefined)
}
