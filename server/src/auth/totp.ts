import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
/** As RFC 4226 recommends. */
const SECRET_BYTES = 20

interface Names {
  issuer: string
  label: string
}

// SHA-1, six digits, 30 seconds: every authenticator app takes these, and many take nothing else.
const totpOf = (secret: Secret, names: Partial<Names> = {}) =>
  new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_S })

const secretOf = (bytes: Buffer) => new Secret({ buffer: new Uint8Array(bytes).buffer })

export const newTotpSecret = (): Buffer => Buffer.from(new Secret({ size: SECRET_BYTES }).bytes)

/** The secret in base32, to type, and as an address for a QR code. */
export function setupOf(bytes: Buffer, names: Names): { secret: string; address: string } {
  const totp = totpOf(secretOf(bytes), names)
  return { secret: totp.secret.base32, address: totp.toString() }
}

/** The time step of a code: the current one, the one before or the one after, because clocks differ. */
export function timeStepOf(bytes: Buffer, code: string, moment: Date): number | undefined {
  const timestamp = moment.getTime()
  const delta = totpOf(secretOf(bytes)).validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / PERIOD_S) + delta
}

export function digitsOf(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}
