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
  /** How many more have lost their files. */
  missing: z.number().default(0),
  /** Whether they are in this file, or listed only and kept by their store. */
  documents_in: z.enum(['file', 'store']).default('file'),
  entries: z.array(Entry),
})
export type Manifest = z.infer<typeof Manifest>
export type Table = Manifest['tables'][number]

export const MANIFEST = 'manifest.json'

/** In COPY's text format. */
export const tableEntry = (table: string, part: number): string => `tables/${table}/${part}`
export const documentEntry = (id: string): string => `documents/${id}`
/** A line of id, sealed length and SHA-256 of the document for each that its store keeps. */
export const listEntry = (part: number): string => `objects/${part}`

export function meaningOf(name: string): { table: string } | { document: string } | { list: string } | undefined {
  const [kind, of = ''] = name.split('/')
  if (kind === 'tables') return { table: of }
  if (kind === 'objects') return { list: of }
  return kind === 'documents' ? { document: of } : undefined
}
