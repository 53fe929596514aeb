import { LANGUAGES, MailKind } from 'contract'
import { describe, expect, it } from 'vitest'
import { SAMPLE_MAILS } from '../../../test/sampleMails.ts'
import { toHtml, toText } from './html.ts'
import type { Mail } from './queue.ts'
import { renderMail } from './template.ts'
import { daysIn, wordsOf } from './words.ts'

const SETTINGS = { public_url: 'https://portal.example', product_name: 'Visa Portal', support_contact: 'help@portal.example' }
const MOMENT = new Date('2026-11-20T06:00:00.000Z')
const written = (mail: Mail, language: 'en' | 'ar' = 'en', full_name = 'Layla Nasser') => {
  const rendered = renderMail(mail, { full_name, language }, SETTINGS, MOMENT)
  return { ...rendered, html: toHtml(rendered, SETTINGS.product_name), plain: toText(rendered) }
}
const every = LANGUAGES.flatMap((language) =>
  Object.entries(SAMPLE_MAILS).map(([name, mail]) => [`${name} (${language})`, mail, language] as const),
)

const placesOf = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(String).toSorted()
const leaves = (node: object, path = ''): [string, string][] =>
  Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}.${key}`, value] as [string, string]] : leaves(value, `${path}.${key}`),
  )

describe('the words', () => {
  it('say the same in Arabic: every sentence, with the same values in it', () => {
    const english = leaves(wordsOf('en'))
    const arabic = new Map(leaves(wordsOf('ar')))
    expect([...arabic.keys()]).toEqual(english.map(([path]) => path))
    const counted = ['.days']
    for (const [path, sentence] of english.filter(([each]) => !counted.includes(each))) {
      expect(placesOf(arabic.get(path) ?? ''), path).toEqual(placesOf(sentence))
      expect(arabic.get(path), path).not.toBe(sentence)
    }
  })

  it.each([
    [0, 'today', 'اليوم'],
    [1, 'tomorrow', 'غدًا'],
    [2, 'in 2 days', 'خلال يومين'],
    [3, 'in 3 days', 'خلال 3 أيام'],
    [11, 'in 11 days', 'خلال 11 يومًا'],
    [100, 'in 100 days', 'خلال 100 يوم'],
    [7, 'in 7 days', 'خلال 7 أيام'],
    [30, 'in 30 days', 'خلال 30 يومًا'],
  ])('count %i days', (days, english, arabic) => {
    expect([daysIn('en', days), daysIn('ar', days)]).toEqual([english, arabic])
  })
})

describe('a rendered mail', () => {
  it('is there for every kind', () => {
    expect(new Set(Object.values(SAMPLE_MAILS).map((mail) => mail.kind))).toEqual(new Set(MailKind.options))
  })

  it.each(every)('%s leads into the portal, fetches nothing and leaves no place unfilled', (_, mail, language) => {
    const { subject, plain, html, action } = written(mail, language)
    expect(action.url.startsWith('https://portal.example')).toBe(true)
    expect(plain).toContain(action.url)
    expect(html).toContain(`lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`)
    expect(html).not.toMatch(/<img|<script|<link|src=|url\(|@import/i)
    const addresses = [...html.matchAll(/https?:\/\/[^"<\s]+/g)].map(String)
    expect(addresses.filter((address) => !address.startsWith('https://portal.example/') && address !== 'https://portal.example')).toEqual(
      [],
    )
    expect(`${subject}${plain}${html}`).not.toMatch(/[{}]|undefined|null/)
  })

  it.each([
    ['invitation', 'Omar Haddad invited you to Falcon Trading LLC on Visa Portal', '/set-password#token='],
    ['registration-received', 'Your registration was received and awaits approval', '/confirm-email#token='],
    ['new-device', 'Your account was opened on a new device', '/account'],
    ['account-approved', 'Your account was approved: you can sign in now', '/customer-login'],
    ['registration-waiting', 'Falcon Trading LLC registered and awaits your approval', '/users'],
    ['stage-approved', 'Entry Permit approved for Sara Khan', '/applications/0196f0a0-0000-7000-8000-000000000002'],
    ['stage-rejected', 'Labor Fees rejected for Sara Khan', '/applications/0196f0a0-0000-7000-8000-000000000002'],
    ['topup-approved', 'Top-up of AED\u00a015,000.00 approved and credited', '/billing'],
    ['topup-rejected', 'Top-up of AED\u00a07,500.50 rejected', '/billing'],
    ['visa-expiring-60', 'Visa of Sara Khan expires in 60 days', '/applications/0196f0a0-0000-7000-8000-000000000002'],
    ['visa-expiring-7', 'Visa of Sara Khan expires in 7 days', '/employees'],
    ['visa-expiring-0', 'Visa of Sara Khan expires today', '/applications/0196f0a0-0000-7000-8000-000000000002'],
  ])('%s says what happened and where to see it', (name, subject, path) => {
    const mail = written(SAMPLE_MAILS[name] as Mail)
    expect(mail.subject).toBe(subject)
    expect(mail.action.url).toContain(`https://portal.example${path}`)
  })

  it('keeps what people typed as text, on one line where it is in a sentence', () => {
    const mean = '"><img src=x onerror=alert(1)>\u202e\nBcc: all@falcon.example'
    const { html, subject } = written({ ...SAMPLE_MAILS['stage-rejected'], employee_name: mean, company_name: mean } as Mail, 'ar', mean)
    expect(html).not.toContain('<img')
    expect(`${html}${subject}`).not.toContain('\u202e')
    expect(subject).not.toContain('\n')
  })

  it('makes no link of a name that looks like an address, and leaves amounts and our own addresses alone', () => {
    const mean = 'Blocked: see https://evil.example/in or www.evil.example, me@evil。example'
    const values = { ...SAMPLE_MAILS['stage-rejected'], employee_name: mean, company_name: mean } as Mail
    const { html, plain, subject } = written(values, 'en', mean)
    for (const text of [html, plain, subject]) expect(text).not.toMatch(/https:\/\/evil|www\.evil|evil[.。]example|me@evil/)
    expect(plain.replaceAll('\u200b', '')).toContain(`Hello ${mean},`)
    expect(plain).toContain('help@portal.example')
    expect(written(SAMPLE_MAILS['topup-rejected'] as Mail).plain).toContain('AED\u00a07,500.50')
  })

  it('makes no link of what a customer writes as the reason of a withdrawal', () => {
    const mail = { ...SAMPLE_MAILS['application-withdrawn'], reason: 'Sign in again: https://evil.example/in' } as Mail
    const { html, plain } = written(mail)
    for (const text of [html, plain]) expect(text).not.toMatch(/https:\/\/evil|evil\.example/)
    expect(plain.replaceAll('\u200b', '')).toContain('https://evil.example/in')
  })

  it.each([
    ['Omar Haddad', 'Omar Haddad'],
    ["Dr. Jean-Luc D'Arcy O’Neil", "Dr. Jean-Luc D'Arcy O’Neil"],
    ['عبد الله بن محمّد', '\u2068عبد الله بن محمّد\u2069'],
    ['José Müller Nguyễn', 'José Müller Nguyễn'],
    ['Call +971 50 123 4567 to claim your visa', undefined],
    ['You won! Pay at the desk', undefined],
    ['evil@example', undefined],
    ['x'.repeat(61), undefined],
    ['٠٥٠١٢٣٤٥٦٧ اتصل', undefined],
  ])('invites %s by name only where it looks like one', (full_name, greeted) => {
    const { greeting, html, plain } = written({ ...SAMPLE_MAILS.invitation } as Mail, 'en', full_name)
    expect(greeting).toBe(greeted && `Hello ${greeted},`)
    if (!greeted) for (const text of [html, plain]) expect(text).not.toContain(full_name)
  })

  it.each([
    ['Falcon Trading LLC (Branch 2), Dubai & Co.', 'Falcon Trading LLC (Branch 2), Dubai & Co.'],
    ['3M Gulf 2024', '3M Gulf 2024'],
    ['Call 050 123 4567', 'a company'],
    ['See https://evil.example', 'a company'],
    ['x'.repeat(81), 'a company'],
  ])('invites to %s only where it looks like a company', (company_name, told) => {
    const { subject, title } = written({ ...SAMPLE_MAILS.invitation, company_name, invited_by: 'Call 050 123 4567' } as Mail)
    expect([subject, title]).toEqual([`An administrator invited you to ${told} on Visa Portal`, `You are invited to ${told}`])
  })

  it('tells when and where something happened to an account, as far as the browser said, by the clocks of Dubai', () => {
    for (const name of ['password-changed', 'new-device', 'google-linked']) {
      const { rows, plain } = written(SAMPLE_MAILS[name] as Mail)
      expect(rows).toEqual([
        { label: 'When (Dubai time)', value: '20 November 2026 at 09:58' },
        { label: 'Browser', value: 'Firefox' },
        { label: 'Device', value: 'Windows' },
      ])
      expect(plain).toContain('If it was not you,')
    }
    expect(written(SAMPLE_MAILS['new-device-unknown'] as Mail).rows).toHaveLength(1)
    expect(written(SAMPLE_MAILS['new-device'] as Mail, 'ar').rows[0]?.value).toMatch(/20 نوفمبر 2026.*9:58/)
  })

  it('says that a password has ended where the link to Google ended one', () => {
    expect(written(SAMPLE_MAILS['google-linked-password-ended'] as Mail).plain).toContain(
      'the password of the account and all its sessions have ended',
    )
    expect(written(SAMPLE_MAILS['google-linked'] as Mail).plain).not.toContain('ended')
  })

  it('keeps values of the other direction apart from the sentence in Arabic', () => {
    const { subject, html } = written(SAMPLE_MAILS['stage-approved'] as Mail, 'ar')
    expect(subject).toBe('تمت الموافقة على مرحلة \u2068إذن الدخول\u2069 في طلب \u2068Sara Khan\u2069')
    expect(html).toContain('<bdi>Sara Khan</bdi>')
  })

  it('tells how to switch it off, unless it is needed to get in', () => {
    expect(written(SAMPLE_MAILS['stage-news'] as Mail).plain).toContain('under Account. https://portal.example/account')
    for (const name of ['invitation', 'password-reset', 'registration-received', 'account-approved'])
      expect(written(SAMPLE_MAILS[name] as Mail).plain, name).not.toContain('/account')
  })
})
