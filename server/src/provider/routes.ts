import {
  type BankDetails,
  cancelBank,
  confirmBank,
  getProvider,
  type PriceWords,
  Provider,
  type ProviderVariable,
  updateProvider,
} from 'contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'
import { withProof } from '../auth/reauthentication.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { PROVIDER_ID } from '../db/provider.table.ts'
import { changesOf, writeHistory } from '../history/queries.ts'
import { refuse } from '../http/errors.ts'
import { isForThisState, tag } from '../http/etag.ts'
import { Noted } from '../http/note.ts'
import { route } from '../http/route.ts'
import type { Actor } from '../http/session.ts'
import type { Settings } from '../settings.ts'
import * as bank from './bank.ts'
import { inForce, isDue, type ProviderNow, type ProviderRow } from './provider.ts'
import { findWithAsker, saveProvider } from './queries.ts'

const fixedBy = ({ provider: { product_name, support_contact, bank: account } }: Settings): ProviderVariable[] => [
  ...(product_name === undefined ? [] : (['PRODUCT_NAME'] as const)),
  ...(support_contact === undefined ? [] : (['SUPPORT_CONTACT'] as const)),
  ...(account ? (['BANK_NAME', 'BANK_ACCOUNT_NAME', 'BANK_ACCOUNT_NUMBER', 'BANK_IBAN'] as const) : []),
]

type Body = z.output<typeof updateProvider.body>

const isSame = (one: BankDetails | null, other: BankDetails): boolean => changesOf({ ...one }, other).length === 0

/** What of the body is new; refused where the environment sets it. */
function newIn({ product_name, support_contact, price_words, bank: account }: Body, now: ProviderNow, fixed: ProviderVariable[]) {
  const renamed = typeof product_name === 'string' && product_name !== now.product_name
  const moved = typeof support_contact === 'string' && support_contact !== (now.support_contact ?? '')
  const paid = account && !isSame(now.bank, account) ? account : undefined
  const isFixed = (variable: ProviderVariable) => fixed.includes(variable)
  if ((renamed && isFixed('PRODUCT_NAME')) || (moved && isFixed('SUPPORT_CONTACT')) || (paid && isFixed('BANK_IBAN')))
    refuse(409, bank.FIXED)
  return {
    general: {
      ...(renamed && { product_name: product_name || null }),
      ...(moved && { support_contact: support_contact || null }),
      ...(price_words && { price_words: wordsIn(price_words, now.price_words) }),
    },
    account: paid,
  }
}

/** Absent: unchanged; empty: the portal's own. */
function wordsIn(given: NonNullable<Body['price_words']>, kept: PriceWords): PriceWords {
  const text = (value: string | null | undefined, before: string | null) => (typeof value === 'string' ? value || null : before)
  const both = (kind: keyof PriceWords) => ({ en: text(given[kind]?.en, kept[kind].en), ar: text(given[kind]?.ar, kept[kind].ar) })
  return { new: both('new'), renewal: both('renewal') }
}

/** For the history, each text by itself. */
const flat = ({ price_words, ...rest }: Partial<Pick<ProviderRow, 'product_name' | 'support_contact' | 'price_words'>>) => ({
  ...rest,
  ...(price_words && {
    price_words_new_en: price_words.new.en,
    price_words_new_ar: price_words.new.ar,
    price_words_renewal_en: price_words.renewal.en,
    price_words_renewal_ar: price_words.renewal.ar,
  }),
})

/** What the provider is called, where it is asked, what its price covers, and where money goes to. */
export function providerRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings, now } = context
  const fixed = fixedBy(settings)

  async function stateFor(viewer: Actor, of: Db): Promise<Provider> {
    const moment = now()
    const { row, asked_by = null } = (await findWithAsker(of)) ?? {}
    const waits = row?.waiting_id && row.waiting_bank && row.waiting_since && (settings.provider.bank || !isDue(row, moment))
    const bank_waiting = waits
      ? {
          ...{ id: row.waiting_id ?? '', bank: row.waiting_bank as BankDetails, asked_by, own: row.waiting_by === viewer.id },
          ...{ asked_at: row.waiting_since ?? '', in_force_at: row.waiting_until },
        }
      : null
    return Provider.parse({ ...inForce(row, settings, moment), bank_waiting, fixed })
  }

  const noted = (state: Provider) => new Noted(state, { concerns: PROVIDER_ID })

  async function tagged(viewer: Actor, reply: FastifyReply) {
    const state = await stateFor(viewer, db)
    tag(reply, state)
    return noted(state)
  }

  route(app, context, getProvider, async ({ viewer, reply }) => tagged(viewer, reply))

  route(app, context, updateProvider, async ({ body, viewer, request, reply }) => {
    // What becomes new only meanwhile was not proven.
    const asked = newIn(body, await context.provider(), fixed).account !== undefined
    const change = async (tx: Db) => {
      const moment = now()
      const row = await bank.lockSettled(tx, settings, moment)
      isForThisState(request, await stateFor(viewer, tx))
      const { general, account } = newIn(body, inForce(row, settings, moment), fixed)
      const changes = changesOf(flat(row), flat(general))
      if (changes.length > 0) {
        await saveProvider(tx, general)
        const of = { settings: PROVIDER_ID }
        await writeHistory(tx, { of, by: viewer, at: moment.toISOString(), action: 'changed', changes })
      }
      if (asked && account) await bank.askForBank(tx, row, account, viewer, moment)
      return true
    }
    if (asked) await withProof(context, { viewer, request }, body, change)
    else await db.transaction(change)
    return tagged(viewer, reply)
  })

  route(app, context, confirmBank, async ({ params, body, viewer, request }) => {
    await withProof(context, { viewer, request }, body, async (tx) => {
      await bank.confirmBank(tx, settings, { id: params.id, by: viewer, moment: now() })
      return true
    })
    return noted(await stateFor(viewer, db))
  })

  route(app, context, cancelBank, async ({ params, viewer }) => {
    await db.transaction((tx) => bank.cancelBank(tx, settings, { id: params.id, by: viewer, moment: now() }))
    return noted(await stateFor(viewer, db))
  })
}
