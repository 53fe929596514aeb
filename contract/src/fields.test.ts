import { describe, expect, it } from 'vitest'
import { forgotPassword } from './account.ts'
import { registerClient } from './auth.ts'
import { createEmployee } from './employees.ts'
import { DateOnly, FreeText, Line, Month, PassportNumber, RequiredLine, SignInEmail, Timestamp, WebAddress } from './fields.ts'
import { inviteUser } from './users.ts'

describe('a line', () => {
  it.each([
    ['Layla\r\nBcc: all@falcon.example', 'Layla Bcc: all@falcon.example'],
    ['a\u2028b\tc\u0085d', 'a b c d'],
    ['\n سارة خان \n', 'سارة خان'],
    ['\u202e0012\u202c \u2067Layla\u2069', '0012 Layla'],
    ['می\u200cخواهم \u{1f468}\u200d\u{1f469}', 'می\u200cخواهم \u{1f468}\u200d\u{1f469}'],
  ])('is one: %j', (given, line) => {
    expect(Line.parse(given)).toBe(line)
  })

  it('is none where only controls are in it, and refused with a NUL', () => {
    expect(RequiredLine.safeParse('\u0001\n').success).toBe(false)
    expect(Line.safeParse('a\u0000b').success).toBe(false)
  })
})

describe('a text that shows nothing', () => {
  it.each(['\u200b', '\u3164 \u3164', '\u00ad\u2800', '\u202e\u202c', '\u00a0', '\ufeff'])('is empty: %j', (given) => {
    for (const schema of [Line, FreeText, PassportNumber]) expect(schema.parse(given)).toBe('')
    expect(RequiredLine.safeParse(given).success).toBe(false)
  })

  it('is refused where it cannot be stored', () => {
    for (const given of ['\u0000', '\ud800']) expect(Line.safeParse(given).error?.issues).toMatchObject([{ params: { unstorable: true } }])
  })
})

describe('a passport number', () => {
  it('is in capitals, of which there are at most 200', () => {
    expect(PassportNumber.parse(' n12 ')).toBe('N12')
    expect(PassportNumber.parse('ΐ'.repeat(66))).toHaveLength(198)
    const refused = PassportNumber.safeParse('ΐ'.repeat(67))
    expect(refused.error?.issues.map(({ code }) => code)).toEqual(['too_big'])
  })
})

describe('an e-mail to sign in with', () => {
  it('is in small letters, of which there are at most 200', () => {
    expect(SignInEmail.parse('Sara@People.Example')).toBe('sara@people.example')
    expect(SignInEmail.safeParse('İ'.repeat(100)).success).toBe(true)
    expect(SignInEmail.safeParse('İ'.repeat(101)).success).toBe(false)
  })
})

describe('an address on the web', () => {
  it.each(['http://localhost:3000/\u0000', 'http://localhost:3000/\ud800', `http://localhost:3000/${'x'.repeat(2_000)}`])(
    'is not %j',
    (address) => expect(WebAddress.safeParse(address).success).toBe(false),
  )
})

describe('a date and a moment', () => {
  it.each(['0001-01-01', '9999-12-31'])('may be %s', (date) => {
    expect(DateOnly.parse(date)).toBe(date)
    expect(Timestamp.parse(`${date}T23:59:59.999Z`)).toBe(`${date}T23:59:59.999Z`)
  })

  it('are of no year and no part of a second that PostgreSQL does not know', () => {
    expect(DateOnly.safeParse('0000-12-31').success).toBe(false)
    expect(Timestamp.safeParse('0000-12-31T00:00:00Z').success).toBe(false)
    expect(Timestamp.safeParse(`2026-11-20T06:00:00.${'1'.repeat(200)}Z`).success).toBe(false)
  })
})

describe('a month', () => {
  it('has an end that is a date', () => {
    for (const month of ['1000-01', '2026-12', '9999-11']) expect(Month.parse(month)).toBe(month)
    for (const month of ['0999-12', '2026-00', '2026-13', '9999-12', '2026-11\u0000']) expect(Month.safeParse(month).success).toBe(false)
  })
})

describe('an e-mail of 250 KB', () => {
  const emails = {
    forgotPassword: forgotPassword.body.shape.email,
    registerClient: registerClient.body.shape.user_email,
    createEmployee: createEmployee.body.shape.email,
    inviteUser: inviteUser.body.shape.email,
    login: SignInEmail,
  }
  const spent = (email: (typeof emails)[keyof typeof emails], text: string) => {
    const times = Array.from({ length: 5 }, () => {
      const from = performance.now()
      email.safeParse(text)
      return performance.now() - from
    })
    return Math.min(...times)
  }

  it.each(Object.entries(emails))('is refused by %s in a time that grows with its length alone', (_, email) => {
    for (const part of ['a', 'a.', 'a@', 'a-', '.', '+a', '@', 'a@a.', "'", '\u2028', ' ', 'İ']) {
      const texts = [25_000, 250_000].map((length) => `a@${part.repeat(length / part.length)}!`)
      const [short = 0, long = 0] = texts.map((text) => spent(email, text))
      expect(long, part).toBeLessThan(40 * short + 20)
    }
  })
})
