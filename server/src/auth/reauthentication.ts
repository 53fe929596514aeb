import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { refuse, refuseField } from '../http/errors.ts'
import { readCookie, type Viewer } from '../http/session.ts'
import { isPassword } from './password.ts'
import * as queries from './queries.ts'
import { admitTry } from './throttle.ts'
import { findOn, secretContext, takeCode } from './twoStep.queries.ts'

const admit = ({ db, settings, now }: Context, request: FastifyRequest, email: string, code_of?: string) =>
  admitTry(db, { email, address: request.ip, device: readCookie(request, 'device', settings), code_of }, now)

/** Runs `act` with a typed secret; undefined means a wrong one, which counts like a wrong password of a login (T10). */
export async function countAttempt<Done>(
  context: Context,
  { request, email, code_of }: { request: FastifyRequest; email: string; code_of?: string },
  act: () => Promise<Done | undefined>,
): Promise<Done | undefined> {
  const attempt = await admit(context, request, email, code_of)
  const done = await act().catch(async (error: unknown) => {
    await attempt.passed()
    throw error
  })
  await (done === undefined ? attempt.failed() : attempt.passed())
  return done
}

/** The viewer's account after the password was typed again; wrong ones count like those of a login (T10). */
export async function reauthenticate(
  context: Context,
  { viewer, request }: { viewer: Viewer; request: FastifyRequest },
  { field, password }: { field: string; password: string },
): Promise<queries.Account & { password_hash: string }> {
  const attempt = await admit(context, request, viewer.email)
  const account = await queries.findAccount(context.db, viewer.email)
  if (!account?.password_hash) {
    await attempt.passed()
    return refuse(409, 'This account has no password yet. Ask for a link under Forgot password.')
  }
  if (!(await isPassword(password, account.password_hash))) {
    await attempt.failed()
    return refuseField(field, 'The current password is wrong')
  }
  await attempt.passed()
  return { ...account, password_hash: account.password_hash }
}

/** Runs `act` in the transaction that uses the code up. Wrong codes count like wrong passwords (T10), and for a day. */
export async function withCode<Done>(
  context: Context,
  { request, account, code }: { request: FastifyRequest; account: { id: string; email: string }; code: string },
  act: (tx: Db, used: 'app' | 'recovery') => Promise<Done>,
): Promise<Done> {
  const { db, vault, now } = context
  const decrypt = (encrypted: Buffer) => vault.decrypt(encrypted, secretContext(account.id))
  const outcome = await countAttempt(context, { request, email: account.email, code_of: account.id }, () =>
    db.transaction(async (tx) => {
      // The user is locked first, as in every change of a user, so that no deadlock arises.
      await queries.lockAccount(tx, account.id)
      const used = await takeCode(tx, account.id, code, { decrypt, moment: now() })
      return used && { done: await act(tx, used) }
    }),
  )
  return outcome ? outcome.done : refuseField('code', 'This code is wrong or was used before')
}

interface Proof {
  password?: string | null | undefined
  code?: string | null | undefined
}

/** Runs `act` after the viewer has typed the password again and, where two-step sign-in is on, a code. */
export async function withProof<Done>(
  context: Context,
  { viewer, request }: { viewer: Viewer; request: FastifyRequest },
  { password, code }: Proof,
  act: (tx: Db) => Promise<Done>,
): Promise<Done> {
  if (!password) refuseField('password', 'Password is required')
  const isOn = await findOn(context.db, viewer.id)
  if (isOn && !code) refuseField('code', 'Code is required')
  await reauthenticate(context, { viewer, request }, { field: 'password', password: password ?? '' })
  return isOn ? withCode(context, { request, account: viewer, code: code ?? '' }, act) : context.db.transaction(act)
}
