import { type BankDetails, CheckedBank, DEFAULT_PRODUCT_NAME, PriceWords, ProductName, RequiredLine } from 'contract'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { built } from '../db/built.ts'
import type { Db } from '../db/open.ts'
import { providerSettings } from '../db/provider.table.ts'
import { isDatabaseDown } from '../http/databaseDown.ts'
import { endsWithin } from '../postgres/endsWithin.ts'
import type { Settings } from '../settings.ts'

export type ProviderRow = typeof providerSettings.$inferSelect

/** What counts now. */
export interface ProviderNow {
  product_name: string
  support_contact: string | null
  price_words: PriceWords
  bank: BankDetails | null
  bank_changed_at: string | null
}

/** A screen need not wait longer for a database that hangs. */
const PATIENCE_MS = 1_000

const NO_WORDS: PriceWords = { new: { en: null, ar: null }, renewal: { en: null, ar: null } }

/** A value that is not valid, whoever wrote it, counts as none. */
const valid = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> | undefined => schema.safeParse(value).data

/** Whether the bank details that wait have come into force by themselves. */
export const isDue = ({ waiting_until }: Pick<ProviderRow, 'waiting_until'>, moment: Date): boolean =>
  waiting_until !== null && Date.parse(waiting_until) <= moment.getTime()

/** The environment counts before the row, and the row before the defaults. */
export function inForce(row: ProviderRow | undefined, { provider: fixed }: Pick<Settings, 'provider'>, moment: Date): ProviderNow {
  const due = row !== undefined && isDue(row, moment)
  const bank = valid(CheckedBank, due ? row.waiting_bank : row?.bank)
  return {
    product_name: fixed.product_name ?? valid(ProductName, row?.product_name) ?? DEFAULT_PRODUCT_NAME,
    support_contact: fixed.support_contact ?? valid(RequiredLine, row?.support_contact) ?? null,
    price_words: valid(PriceWords, row?.price_words) ?? NO_WORDS,
    bank: fixed.bank ?? bank ?? null,
    bank_changed_at: (!fixed.bank && bank && (due ? row.waiting_until : row?.bank_changed_at)) || null,
  }
}

const findRow = built((db) => db.select().from(providerSettings).where(sql`${providerSettings.only}`))

export async function findProvider(db: Db, settings: Pick<Settings, 'provider'>, moment: Date): Promise<ProviderNow> {
  const [row] = await findRow(db, {})
  return inForce(row, settings, moment)
}

interface Source {
  db: Db
  settings: Pick<Settings, 'provider'>
  now: () => Date
}

/** Reads it anew each time, so that a change counts on every server at once; as it last was, where the database does not answer. */
export function providerReader({ db, settings, now }: Source): () => Promise<ProviderNow> {
  let last = inForce(undefined, settings, now())
  return async () => {
    let found: ProviderNow | undefined
    const reading = findProvider(db, settings, now()).then(
      (read) => {
        found = last = read
      },
      (error: unknown) => {
        if (!isDatabaseDown(error)) throw error
      },
    )
    if (await endsWithin(PATIENCE_MS, reading)) await reading
    return found ?? last
  }
}
