import { BANK_NEW_DAYS, DAY_MS, getSettings, type Settings } from 'contract'
import type { FastifyInstance } from 'fastify'
import { findSessionTimes } from './auth/sessions.ts'
import type { Context } from './context.ts'
import type { Found } from './db/proofs.ts'
import { route } from './http/route.ts'
import { startOfTerm } from './journal/leaving.ts'
import { placeNow } from './live/place.ts'
import type { ProviderNow } from './provider/provider.ts'

export function settingsRoutes(app: FastifyInstance, context: Context): void {
  const { max_file_mb, oidc, smtp_url } = context.settings
  route(app, context, getSettings, async ({ viewer, request }) => {
    const isTold = viewer?.role === 'admin' && !viewer.must_set_up_two_step
    const [provider, session, place, found] = await Promise.all([
      context.provider(),
      viewer && findSessionTimes(context, request),
      viewer && placeNow(context),
      isTold && context.proofs.read(),
    ])
    return {
      product_name: provider.product_name,
      support_contact: provider.support_contact,
      max_file_mb,
      google_sign_in: oidc !== undefined,
      ...(!smtp_url && { mails_kept: true as const }),
      ...(found && alarmsOf(context, found)),
      ...(viewer && {
        ...ofProvider(provider, context.now()),
        session,
        changes_place: place,
        ...context.rules.ofDay(context.now()),
      }),
      ...(viewer?.must_set_up_two_step && { must_set_up_two_step: true as const }),
    }
  })
}

/** What signed-in people read of the provider. */
function ofProvider({ bank, bank_changed_at, price_words }: ProviderNow, moment: Date): Partial<Settings> {
  const isNew = bank_changed_at !== null && moment.getTime() - Date.parse(bank_changed_at) < BANK_NEW_DAYS * DAY_MS
  const written = Object.values(price_words).some(({ en, ar }) => en !== null || ar !== null)
  return { bank, ...(isNew && { bank_changed_at }), ...(written && { price_words }) }
}

/** Failures that the operator must look into at once (T44, T62), how far the journal reaches, and rules that wait for a word. */
function alarmsOf({ rules, settings, now }: Context, { ledger, journal }: Found) {
  const seal = journal.broken
  const months = settings.retention_accesses_months
  const unconfirmed_rules = rules.unconfirmedOn(now())
  return {
    broken_invariants: [...ledger.broken],
    ...(seal && { broken_seal: { after: seal.after, until: seal.until } }),
    ...(months !== undefined && { accesses_from: startOfTerm(months, now()) }),
    ...(unconfirmed_rules > 0 && { unconfirmed_rules }),
  }
}
