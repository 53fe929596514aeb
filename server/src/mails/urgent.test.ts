import { forgotPassword, MailKind, registerClient, UrgentMailKind } from 'contract'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { deliverDue } from '../../../test/mailDelivery.ts'
import { startPortal } from '../../../test/portal.ts'
import { startMailServer } from '../../../test/smtp.ts'
import { lockDue } from './queries.ts'
import { queueMail } from './queue.ts'

const portal = startPortal({ REGISTRATIONS_PER_ADDRESS: '100' })
const server = startMailServer()
const { user } = given(portal)
const now = () => portal.clock.moment.toISOString()
const later = (seconds: number) => {
  portal.clock.moment = new Date(portal.clock.moment.getTime() + seconds * 1_000)
}

const registration = (number: number) => ({
  ...{ company_name: `Company ${number}`, trade_license: `CN-${number}`, contact_person: 'Omar', company_phone: '04' },
  ...{ company_email: 'office@falcon.example', user_full_name: 'Omar', user_email: `omar.${number}@falcon.example` },
  user_password: 'falcon-2026',
})

describe('mails that wait', () => {
  it('for a slow server let a forgotten password go next, before twenty registrations that came earlier', async () => {
    const boss = await user('admin')
    const [begun, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    server.onRecipient = async () => {
      begun.resolve()
      await asked.promise
      return undefined
    }
    for (let number = 0; number < 20; number++) await as(portal).send(registerClient, { body: registration(number) })
    later(1)
    const delivering = deliverDue(portal, server.url)
    await begun.promise
    await as(portal).send(forgotPassword, { body: { email: boss.email } })
    asked.resolve()
    await delivering
    expect(server.received).toHaveLength(22)
    expect(server.received.findIndex((mail) => mail.subject.startsWith('A new password'))).toBe(1)
  })

  it('go in their order among each other, and a postponed urgent one holds up none', async () => {
    const reader = await user('employee')
    const queue = (kind: 'account_approved' | 'two_step_on' | 'two_step_off') => queueMail(portal.db, { kind, user_id: reader.id }, now())
    await queue('account_approved')
    later(1)
    await queue('two_step_on')
    later(1)
    await queue('two_step_off')
    await portal.db.execute(sql`update mails set due_at = due_at + interval '1 hour' where kind = 'two_step_on'`)
    await deliverDue(portal, server.url)
    expect(server.received.map(({ subject }) => subject)).toEqual([
      'Two-step sign-in was switched off for your account',
      'Your account was approved: you can sign in now',
    ])
  })

  it('are found at once among a hundred thousand, urgent or not', async () => {
    const reader = await user('employee')
    const waiting = (kind: MailKind, rows: number, due_in: string) =>
      portal.db.execute(sql`insert into mails (id, kind, user_id, facts, created_at, due_at)
        select gen_random_uuid(), ${kind}, ${reader.id}, '{}', ${now()}::timestamptz, ${now()}::timestamptz + ${due_in}::interval + n * interval '1 ms'
        from generate_series(1, ${rows}) n`)
    await waiting('registration_received', 100_000, '-1 hour')
    await waiting('password_reset', 1_000, '1 hour')
    await portal.db.execute(sql`analyze mails`)
    const seek = async () => {
      const spent: number[] = []
      for (let each = 0; each < 9; each++) {
        const from = performance.now()
        await portal.db.transaction((tx) => lockDue(tx, now()))
        spent.push(performance.now() - from)
      }
      return spent.toSorted((a, b) => a - b)[4] as number
    }
    const ordinary = await seek()
    await waiting('password_changed', 1, '-1 minute')
    const urgent = await seek()
    const found = await portal.db.transaction((tx) => lockDue(tx, now()))
    console.log(`next of 101,000 waiting mails: ${ordinary.toFixed(1)} ms, an urgent one ${urgent.toFixed(1)} ms`)
    expect(found?.kind).toBe('password_changed')
    const plan = await portal.db.execute<{ 'QUERY PLAN': string }>(
      sql.raw(
        `explain select * from mails where ended_at is null and due_at <= '${now()}' and kind in (${UrgentMailKind.options
          .map((kind) => `'${kind}'`)
          .join(', ')}) order by due_at, id limit 1`,
      ),
    )
    expect(JSON.stringify(plan.rows)).toContain('mails_urgent')
    expect(Math.max(ordinary, urgent)).toBeLessThan(100)
  })
})

describe('the urgent kinds', () => {
  it('are those with a link that is waited for, and warnings', () => {
    const others = MailKind.options.filter((kind) => !(UrgentMailKind.options as string[]).includes(kind))
    expect(others).toEqual([
      'registration_received',
      'account_approved',
      'company_corrected',
      'cases_assigned',
      'reversal_made',
      'company_deleted',
      'registration_waiting',
      'stage_decided',
      'application_withdrawn',
      'topup_decided',
      'visa_expiring',
      'message_received',
      'application_submitted',
      'renewal_requested',
      'cancellation_requested',
      'documents_received',
      'daily_digest',
    ])
  })
})
