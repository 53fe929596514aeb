import { z } from 'zod'
import { call } from './call.ts'
import { ById, Id, ListQuery, Timestamp } from './fields.ts'
import { MailKind } from './mails.ts'

/** A mail that was not sent: it waits for the mail server, or is kept in the outbox where there is none. */
export const WaitingMail = z.object({
  id: Id,
  kind: MailKind,
  reader_id: Id,
  reader_name: z.string(),
  created_at: Timestamp,
  /** The newest invitation of somebody who has not used one and is no administrator. */
  has_link: z.boolean(),
})
export type WaitingMail = z.infer<typeof WaitingMail>

export const listWaitingMails = call('listWaitingMails', 'GET /mails/waiting', {
  access: ['admin'],
  summary: 'Mails that nobody has got: which, to whom and since when, newest first; without their contents',
  query: ListQuery.pick({ limit: true, cursor: true }),
  reply: z.array(WaitingMail),
  answers: 'list',
  extension: true,
  journal: 'user',
})

export const MailLink = z.object({ user: z.object({ id: Id, full_name: z.string() }), link: z.string() })

export const copyMailLink = call('copyMailLink', 'POST /mails/{id}/link', {
  access: ['admin'],
  summary:
    'The link of one open invitation that was not sent, to hand it over; earlier copies of it end, it confirms no e-mail, and the journal keeps who asked',
  params: ById,
  reply: MailLink,
  extension: true,
  journal: 'user',
  touches: ['user'],
  refuses: [409],
})
