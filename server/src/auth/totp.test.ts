import { describe, expect, it } from 'vitest'
import { hashOfRecoveryCode, newRecoveryCode } from './recoveryCodes.ts'
import { digitsOf, newTotpSecret, setupOf, timeStepOf } from './totp.ts'

/** RFC 6238, appendix B: the last six of its eight digits. */
const RFC_SECRET = Buffer.from('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1_000)

describe('codes of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 at second %i', (seconds, code) => {
    expect(timeStepOf(RFC_SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30))
  })

  it('are good for the 30 seconds before and after their own, and no longer', () => {
    const steps = [-31, -30, 0, 29, 59, 60].map((later) => timeStepOf(RFC_SECRET, '005924', at(1_234_567_890 + later)))
    expect(steps).toEqual([undefined, 41_152_263, 41_152_263, 41_152_263, 41_152_263, undefined])
  })

  it('are digits however they are grouped', () => {
    expect(['123456', '123 456', ' 123-456 ', '12345', '1234567', 'abcdef'].map(digitsOf)).toEqual([
      ...['123456', '123456', '123456'],
      ...[undefined, undefined, undefined],
    ])
  })

  it('come from a secret of 160 bits that names the portal and the person', () => {
    const { secret, address } = setupOf(newTotpSecret(), { issuer: 'Visa Portal', label: 'layla@falcon.example' })
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(new URL(address).searchParams.get('secret')).toBe(secret)
    expect(address).toMatch(/^otpauth:\/\/totp\/Visa%20Portal:layla%40falcon\.example\?issuer=Visa%20Portal&/)
  })
})

describe('recovery codes', () => {
  it('are alike however they are typed, and each user has their own', () => {
    const code = newRecoveryCode()
    expect(code).toMatch(/^([a-hj-km-np-z2-9]{4}-){3}[a-hj-km-np-z2-9]{4}$/)
    expect(hashOfRecoveryCode('layla', ` ${code.toUpperCase().replaceAll('-', ' ')}`)).toBe(hashOfRecoveryCode('layla', code))
    expect(hashOfRecoveryCode('omar', code)).not.toBe(hashOfRecoveryCode('layla', code))
  })
})
