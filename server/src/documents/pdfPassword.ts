import { createCipheriv, createHash } from 'node:crypto'

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/**
 * Whether an encrypted PDF opens without a password: many that may only not be changed do. By the text around the name of its standard
 * handler and around its /ID (ISO 32000-2, 7.6.4); false for whatever cannot be read there.
 */
export function opensWithoutPassword(handler: string, ids: string): boolean {
  const number = (name: string) => Number(new RegExp(`/${name}\\s*(-?\\d+)(?!\\d|\\s+\\d+\\s+R)`).exec(handler)?.[1] ?? Number.NaN)
  const [revision, owner, user] = [number('R'), stringOf(handler, 'O'), stringOf(handler, 'U')]
  if (revision === 5 || revision === 6) return user.length >= 48 && opensByHash(user, revision)
  const permissions = Buffer.alloc(4)
  if (![2, 3, 4].includes(revision) || owner.length < 32 || user.length < 16 || Number.isNaN(number('P'))) return false
  permissions.writeInt32LE(number('P') | 0)
  const id = stringOf(ids, 'ID')
  const open = revision === 4 && /\/EncryptMetadata\s+false/.test(handler) ? Buffer.alloc(4, 0xff) : Buffer.alloc(0)
  const seed = Buffer.concat([PADDING, owner.subarray(0, 32), permissions, id, open])
  return opensByKey({ seed, id, user, revision, bytes: revision === 2 ? 5 : revision === 4 ? 16 : (number('Length') || 40) / 8 })
}

/** Algorithms 2, 4 and 5: the key made of no password encrypts what the file says it does. */
function opensByKey(given: { seed: Buffer; id: Buffer; user: Buffer; revision: number; bytes: number }): boolean {
  const { seed, id, user, revision, bytes } = given
  if (!Number.isInteger(bytes) || bytes < 5 || bytes > 16) return false
  let key = md5(seed)
  if (revision === 2) return rc4(key.subarray(0, bytes), PADDING).equals(user.subarray(0, 32))
  for (let round = 0; round < 50; round++) key = md5(key.subarray(0, bytes))
  let proof = md5(Buffer.concat([PADDING, id]))
  for (let round = 0; round < 20; round++)
    proof = rc4(
      key.subarray(0, bytes).map((byte) => byte ^ round),
      proof,
    )
  return proof.equals(user.subarray(0, 16))
}

/** Algorithms 11 and 2.B. */
function opensByHash(user: Buffer, revision: 5 | 6): boolean {
  let key = sha(256, user.subarray(32, 40))
  for (let round = 0, last = 0; revision === 6 && (round < 64 || last > round - 32); round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const mixed = cipher.update(Buffer.concat(Array<Buffer>(64).fill(key)))
    const rest = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = sha(([256, 384, 512] as const)[rest as 0 | 1 | 2], mixed)
    last = mixed.at(-1) ?? 0
  }
  return key.subarray(0, 32).equals(user.subarray(0, 32))
}

const md5 = (bytes: Uint8Array): Buffer => createHash('md5').update(bytes).digest()
const sha = (bits: 256 | 384 | 512, bytes: Uint8Array): Buffer => createHash(`sha${bits}`).update(bytes).digest()

/** OpenSSL 3 has it no more. */
function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number) => state[index & 0xff] ?? 0
  const swap = (one: number, other: number) => {
    const kept = at(one)
    state[one & 0xff] = at(other)
    state[other & 0xff] = kept
  }
  for (let one = 0, other = 0; one < 256; one++) {
    other = (other + at(one) + (key[one % key.length] ?? 0)) & 0xff
    swap(one, other)
  }
  let other = 0
  return Buffer.from(
    bytes.map((byte, index) => {
      const one = index + 1
      other = (other + at(one)) & 0xff
      swap(one, other)
      return byte ^ at(at(one) + at(other))
    }),
  )
}

const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** The first string of that entry, written in hexadecimal or in parentheses; empty where there is none. */
function stringOf(text: string, name: string): Buffer {
  const [whole = '', begin] = new RegExp(`/${name}\\s*\\[?\\s*([<(])`).exec(text) ?? []
  const rest = text.slice(text.indexOf(whole) + whole.length)
  if (begin === '<') return Buffer.from(rest.slice(0, rest.indexOf('>')).replace(/\s/g, ''), 'hex')
  if (begin !== '(') return Buffer.alloc(0)
  let read = ''
  let depth = 1
  for (const [part] of rest.matchAll(/\\(?:[0-7]{1,3}|\r\n|[\s\S])|\r\n?|[\s\S]/g)) {
    if (part === '(') depth++
    if (part === ')') depth--
    if (depth === 0) break
    read += part.startsWith('\\') ? meantBy(part.slice(1)) : part.startsWith('\r') ? '\n' : part
  }
  return Buffer.from(read, 'latin1')
}

function meantBy(part: string): string {
  if (/^[0-7]/.test(part)) return String.fromCharCode(Number.parseInt(part, 8) & 0xff)
  return /^[\r\n]/.test(part) ? '' : (ESCAPED[part] ?? part)
}
