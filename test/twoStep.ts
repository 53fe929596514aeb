import { beginTwoStep, confirmTwoStep } from 'contract'
import { Secret, TOTP } from 'otpauth'
import { as } from './as.ts'
import { PASSWORD } from './given.ts'
import type { Portal } from './portal.ts'

/** The code of an app for that secret, so many steps of 30 seconds from now. */
export const codeOf = (secret: string, moment: Date, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: moment.getTime() + steps * 30_000 })

/** Switches two-step sign-in on with the code of a minute ago, so that the present and later codes are still unused. */
export async function switchOn(portal: Portal, user: { id: string }) {
  const session = as(portal, user)
  const begun = await session.send(beginTwoStep, { body: { password: PASSWORD } })
  const { secret } = begun.reply
  const confirmed = await session.send(confirmTwoStep, { body: { code: codeOf(secret, portal.clock.moment, -1) } })
  return { session, secret, recovery_codes: confirmed.reply.recovery_codes }
}
