import { ViewedList } from 'contract'
import { jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf, word } from './columns.ts'
import { users } from './people.table.ts'

/** Filters and sort of a list that a person keeps under a name, without its search. */
export const views = pgTable(
  'views',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    list: word(ViewedList.options).notNull(),
    name: text().notNull(),
    filters: jsonb().$type<Record<string, string>>().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [oneOf('views_list', t.list, ViewedList.options), unique('views_name').on(t.user_id, t.list, t.name)],
)
