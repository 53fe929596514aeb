import { getSettings } from 'contract'
import type { FastifyInstance } from 'fastify'
import { findSessionTimes } from './auth/sessions.ts'
import type { Context } from './context.ts'
import { route } from './http/route.ts'
import { sealPlace } from './live/place.ts'
import type { Proofs } from './metrics/proofs.ts'

export function settingsRoutes(app: FastifyInstance, context: Context): void {
  const { product_name, support_contact, max_file_mb, bank, oidc, smtp_url } = context.settings
  route(app, context, getSettings, async ({ viewer, request }) => ({
    product_name,
    support_contact,
    max_file_mb,
    google_sign_in: oidc !== undefined,
    ...(!smtp_url && { mails_kept: true as const }),
    ...(viewer?.role === 'admin' && !viewer.must_set_up_two_step && alarmsOf(context.proofs)),
    ...(viewer && { bank, session: await findSessionTimes(context, request), changes_place: await placeIn(context) }),
    ...(viewer?.must_set_up_two_step && { must_set_up_two_step: true as const }),
  }))
}

/** Undefined while the database is away for it: the stream begins with `missed` then. */
const placeIn = ({ vault, changes }: Context): Promise<string | undefined> =>
  changes.place().then(
    (place) => sealPlace(vault.carried, place),
    () => undefined,
  )

/** Failures that the operator must look into at once (T44, T62). */
function alarmsOf({ ledger, journal: { broken: seal } }: Proofs) {
  return { broken_invariants: [...ledger.broken], ...(seal && { broken_seal: { after: seal.after, until: seal.until } }) }
}
