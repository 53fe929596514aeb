import { z } from 'zod'

const Entry = z.object({ name: z.string(), size: z.number(), sha256: z.string() })
export type Entry = z.infer<typeof Entry>

/** What a backup holds, in the order in which it does; its last entry. */
export const Manifest = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  /** The hashes of the migrations that made the schema. */
  migrations: z.array(z.string()),
  /** Tells whether a master key is the one of these documents, without telling the key; null before there was one. */
  master_key_mark: z.string().nullable(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), last_value: z.number(), is_called: z.boolean() })),
  documents: z.number(),
  entries: z.array(Entry),
})
export type Manifest = z.infer<typeof Manifest>
export type Table = Manifest['tables'][number]

export const MANIFEST = 'manifest.json'

/** Part of a table's rows, in COPY's text format. */
export const tableEntry = (table: string, part: number): string => `tables/${table}/${part}`
export const documentEntry = (id: string): string => `documents/${id}`

/** What an entry's name says it is. */
export function meaningOf(name: string): { table: string } | { document: string } | undefined {
  const [kind, of = ''] = name.split('/')
  if (kind === 'tables') return { table: of }
  return kind === 'documents' ? { document: of } : undefined
}
