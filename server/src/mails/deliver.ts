import { DAY_MS, HOUR_MS, MINUTE_MS, MutableMailKind } from 'contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { findProvider, type ProviderNow } from '../provider/provider.ts'
import { toHtml, toText } from './html.ts'
import { nameIn } from './names.ts'
import * as queries from './queries.ts'
import type { Mail } from './queue.ts'
import { renderMail } from './template.ts'
import type { Message, Transport } from './transport.ts'
import { oneLine } from './words.ts'

export interface MailContext extends Pick<Context, 'db' | 'settings' | 'now'> {
  transport: Transport
  log: FastifyBaseLogger
}

const NOT_YET_APPROVED: readonly Mail['kind'][] = ['invitation', 'password_reset', 'password_changed', 'registration_received']

/** How long it is retried; a reset link has expired by then (A7). */
const lifeOf = (kind: Mail['kind']): number => (kind === 'password_reset' ? HOUR_MS : DAY_MS)

/** False when none is due. The row stays locked, so a mail goes twice only if the portal dies between the SMTP answer and the commit. */
export function deliverNext(context: MailContext, signal: AbortSignal): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const waiting = await queries.lockDue(tx, context.now().toISOString())
    if (!waiting) return false
    const recipient = await queries.findRecipient(tx, waiting)
    const unwanted = recipient ? reasonAgainst(waiting, recipient) : 'withdrawn'
    if (!recipient || unwanted) await end(tx, context, waiting, unwanted ?? 'withdrawn')
    else await attempt(tx, context, waiting, recipient, signal)
    return true
  })
}

type Waiting = queries.WaitingMail
type Recipient = NonNullable<Awaited<ReturnType<typeof queries.findRecipient>>>

const end = (tx: Db, { now }: MailContext, { id }: Waiting, ending: NonNullable<Waiting['ending']>) =>
  queries.endMail(tx, id, ending, now().toISOString())

/** Why a mail is not sent after all: facts may have changed since it was queued. */
function reasonAgainst({ kind }: Waiting, { muted_mails, approved, belongs }: Recipient): 'muted' | 'withdrawn' | undefined {
  if (!belongs || !(approved || NOT_YET_APPROVED.includes(kind))) return 'withdrawn'
  return muted_mails.includes(kind) && MutableMailKind.safeParse(kind).success ? 'muted' : undefined
}

async function attempt(tx: Db, context: MailContext, waiting: Waiting, recipient: Recipient, signal: AbortSignal): Promise<void> {
  const age = () => context.now().getTime() - Date.parse(waiting.created_at)
  if (waiting.kind === 'password_reset' && age() >= lifeOf(waiting.kind)) return giveUp(tx, context, waiting, {})
  const provider = await findProvider(tx, context.settings, context.now())
  try {
    await context.transport(messageOf(context, waiting, recipient, provider), signal)
  } catch (error) {
    // The portal is stopping; the next start tries again.
    if (signal.aborted) throw error
    if (age() >= lifeOf(waiting.kind) || isRefused(error)) return giveUp(tx, context, waiting, traceOf(error))
    context.log.warn({ mail_id: waiting.id, kind: waiting.kind, ...traceOf(error) }, 'a mail could not be sent yet')
    const pause = Math.min(MINUTE_MS * 2 ** waiting.tries, HOUR_MS)
    return queries.postpone(tx, waiting.id, new Date(context.now().getTime() + pause).toISOString())
  }
  await end(tx, context, waiting, context.settings.smtp_url ? 'sent' : 'kept')
}

async function giveUp(tx: Db, context: MailContext, waiting: Waiting, trace: object): Promise<void> {
  context.log.error({ mail_id: waiting.id, kind: waiting.kind, ...trace }, 'a mail was given up')
  await end(tx, context, waiting, 'given_up')
}

/** Without the server's message, which repeats the address (T60). */
function traceOf(error: unknown): object {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown }
  return { type: error instanceof Error ? error.name : typeof error, code, response_code: responseCode, command }
}

/** Whether the server refuses the recipient or the mail for good. */
function isRefused(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number }
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

function messageOf(
  { settings, now }: MailContext,
  { id, kind, facts, user_id, created_at }: Waiting,
  recipient: Recipient,
  provider: ProviderNow,
): Message {
  const mail = { ...facts, kind, user_id } as Mail
  const full_name = recipient.approved || kind === 'invitation' ? recipient.full_name : undefined
  const rendered = renderMail(mail, { full_name, language: recipient.language }, { ...settings, ...provider }, now())
  return {
    file: `${created_at.replace(/[:.]/g, '-')}-${kind}-${id}.eml`,
    messageId: `<${id}@${new URL(settings.public_url).hostname}>`,
    date: new Date(created_at),
    from: { name: settings.mail_from.name ?? provider.product_name, address: settings.mail_from.address },
    to: { name: (kind === 'invitation' ? nameIn(full_name) : oneLine(full_name ?? '')) ?? '', address: recipient.email },
    subject: rendered.subject,
    html: toHtml(rendered, provider.product_name),
    text: toText(rendered),
  }
}
