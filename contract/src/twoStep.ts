import { z } from 'zod'
import { SignedIn } from './auth.ts'
import { call, type Role } from './call.ts'
import { Password, Timestamp } from './fields.ts'

const EVERYONE = ['admin', 'company_admin', 'employee'] as const satisfies Role[]

/** For the second step of a sign-in, and for the code that confirms a new secret. */
export const SECOND_STEP_MINUTES = 10
export const RECOVERY_CODES = 10

/** Six digits or a recovery code, with spaces and dashes as people type them. */
const Code = z.string().trim().min(1).max(60)
const CurrentPassword = Password.min(1)

export const passSecondStep = call('passSecondStep', 'POST /auth/second-step', {
  access: 'public',
  summary: 'Open the session of a sign-in that was answered with `second_step`, by a code of the app or a recovery code',
  body: z.object({ code: Code }),
  reply: SignedIn,
  extension: true,
  journal: 'sign_in',
  touches: [],
  refuses: [410, 429],
})

export const TwoStep = z.object({
  on_since: Timestamp.nullable(),
  recovery_codes_left: z.number().int(),
  required: z.boolean(),
})
export type TwoStep = z.infer<typeof TwoStep>

export const getTwoStep = call('getTwoStep', 'GET /auth/two-step', {
  access: EVERYONE,
  summary: 'Whether the own account asks for a code at the sign-in',
  reply: TwoStep,
  extension: true,
  before_two_step: true,
})

export const beginTwoStep = call('beginTwoStep', 'POST /auth/two-step', {
  access: EVERYONE,
  summary: 'Make a secret for an authenticator app, with the own password; nothing is on until a code confirms it',
  body: z.object({ password: CurrentPassword }),
  reply: z.object({
    secret: z.string(),
    address: z.string(),
  }),
  extension: true,
  before_two_step: true,
  after_cancellation: true,
  touches: [],
  refuses: [409, 429],
})

const Codes = z.object({ recovery_codes: z.array(z.string()) })

export const confirmTwoStep = call('confirmTwoStep', 'PUT /auth/two-step', {
  access: EVERYONE,
  summary: 'Switch two-step sign-in on with a code of the secret; answers the recovery codes once, and all other sessions end',
  body: z.object({ code: Code }),
  reply: Codes,
  extension: true,
  before_two_step: true,
  after_cancellation: true,
  touches: ['account'],
  refuses: [409, 429],
})

const Proof = z.object({ password: CurrentPassword, code: Code })

export const endTwoStep = call('endTwoStep', 'POST /auth/two-step/end', {
  access: EVERYONE,
  summary: 'Switch two-step sign-in off, with the own password and a code; all other sessions end',
  body: Proof,
  extension: true,
  after_cancellation: true,
  touches: ['account'],
  refuses: [409, 429],
})

export const renewRecoveryCodes = call('renewRecoveryCodes', 'POST /auth/two-step/recovery-codes', {
  access: EVERYONE,
  summary: 'Make new recovery codes in place of the old ones, with the own password and a code',
  body: Proof,
  reply: Codes,
  extension: true,
  after_cancellation: true,
  touches: ['account'],
  refuses: [409, 429],
})
