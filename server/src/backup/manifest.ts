import { z } from 'zod'

const Entry = z.object({ name: z.string(), size: z.number(), sha256: z.string() })
export type Entry = z.infer<typeof Entry>

/** The content of a backup in order; its last entry. */
export const Manifest = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** Recognizes the master key without telling it; null before there was one. */
  master_key_mark: z.string().nullable(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), last_value: z.number(), is_called: z.boolean() })),
  documents: z.number(),
  entries: z.array(Entry),
})
export type Manifest = z.infer<typeof Manifest>
export type Table = Manifest['tables'][number]

export const MANIFEST = 'manifest.json'

/** In COPY's text format. */
export const tableEntry = (table: string, part: number): string => `tables/${table}/${part}`
export const documentEntry = (id: string): string => `documents/${id}`

export function meaningOf(name: string): { table: string } | { document: string } | undefined {
  const [kind, of = ''] = name.split('/')
  if (kind === 'tables') return { table: of }
  return kind === 'documents' ? { document: of } : undefined
}
