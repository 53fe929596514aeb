import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
/** What RFC 4226 recommends. */
const SECRET_BYTES = 20

interface Names {
  issuer: string
  label: string
}

// SHA-1, six digits and 30 seconds: what every authenticator app takes, and many take nothing else.
const totpOf = (secret: Secret, names: Partial<Names> = {}) =>
  new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_S })

const secretOf = (bytes: Buffer) => new Secret({ buffer: new Uint8Array(bytes).buffer })

export const newTotpSecret = (): Buffer => Buffer.from(new Secret({ size: SECRET_BYTES }).bytes)

/** The secret as an app takes it: in base32 to type, and as an address for a QR code. */
export function setupOf(bytes: Buffer, names: Names): { secret: string; address: string } {
  const totp = totpOf(secretOf(bytes), names)
  return { secret: totp.secret.base32, address: totp.toString() }
}

/** Which 30 seconds since 1970 a code is of, if of these or of those before or after: clocks differ. */
export function timeStepOf(bytes: Buffer, code: string, moment: Date): number | undefined {
  const timestamp = moment.getTime()
  const delta = totpOf(secretOf(bytes)).validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / PERIOD_S) + delta
}

/** The digits of an app's code as typed; undefined when it is none. */
export function digitsOf(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}
