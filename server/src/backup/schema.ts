import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { MIGRATIONS } from '../db/migrate.ts'

type Migration = ReturnType<typeof readMigrationFiles>[number]
const { escapeIdentifier } = pg

/** The migrations of a backup's schema, and later ones; throws if some are unknown here. */
export function stepsOf(hashes: string[]): { made_by: Migration[]; later: Migration[] } {
  const ours = readMigrationFiles({ migrationsFolder: MIGRATIONS })
  if (hashes.length === 0 || hashes.some((hash, index) => hash !== ours[index]?.hash))
    throw new Error(
      'The backup was made by a newer version of the portal. Nothing was touched. Restore it with that version or a later one.',
    )
  return { made_by: ours.slice(0, hashes.length), later: ours.slice(hashes.length) }
}

/** Objects of extensions do not count. */
export async function refuseFilled(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    limit 1`)
  if (rows[0]) throw new Error(`The database is not empty: ${rows[0].name} is there. Nothing was touched. Name an empty one.`)
}

/** Drops foreign keys and triggers, so that rows load in any order. The answer restores them, which checks all keys. */
export async function suspendRules(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ on: string; name: string; definition: string }>(`
    select conrelid::regclass::text as on, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  for (const key of keys) await client.query(`alter table ${key.on} drop constraint ${escapeIdentifier(key.name)}`)
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  return async () => {
    for (const key of keys) await client.query(`alter table ${key.on} add constraint ${escapeIdentifier(key.name)} ${key.definition}`)
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
  }
}
