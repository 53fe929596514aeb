import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf, word } from './columns.ts'
import { users } from './people.table.ts'

export const DOWNLOADS = ['archive', 'table'] as const

/** Long downloads under way, one of a kind and person over all servers. The server that writes one renews its row; a dead server's row ends. */
export const downloadPlaces = pgTable(
  'download_places',
  {
    kind: word(DOWNLOADS).notNull(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of the download, so that a late server does not give back or renew the place of another one. */
    id: uuid().notNull(),
    ends_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.user_id] }),
    oneOf('download_places_kind', t.kind, DOWNLOADS),
    index('download_places_by_user').on(t.user_id),
    index('download_places_by_end').on(t.ends_at),
  ],
)
