import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'

// What the text of a single setting may be, and what becomes of it.

export const trimmed = z.string().trim()
export const optional = trimmed.optional()
export const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
export const number = (min: number, max: number, preset: number) => whole(min, max).default(preset)

export const MasterKey = trimmed.transform((value, context): Buffer => {
  const key = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64')
  if (key.length === 32) return key
  context.addIssue('must be 32 bytes as 64 hexadecimal digits or base64')
  return z.NEVER
})

export function readText(path: string, context: z.RefinementCtx): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    context.addIssue(`cannot be read (${error instanceof Error ? error.message : error})`)
    return z.NEVER
  }
}

/** `name@company.example` or `A Name <name@company.example>`. */
export const sender = trimmed.transform((value, context): { name: string | undefined; address: string } => {
  const [, name, address = value] = /^(.*?)\s*<([^<>]+)>$/.exec(value) ?? []
  if (z.email().safeParse(address).success) return { name: name?.replace(/^"(.*)"$/, '$1') || undefined, address }
  context.addIssue('must be an e-mail address, or a name and <an e-mail address>')
  return z.NEVER
})

export const isLoopback = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

const NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    NETWORKS.includes(text) ||
    (more.length === 0 && maxBits > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits)))
  )
}

/** Addresses of the proxies. Never all, and no count: then anyone could claim any address (T29). */
export const proxies = trimmed
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork), 'must be the addresses of the proxies in front, such as loopback or 10.0.0.5, 10.1.0.0/16')

/** Long enough not to be guessed, and what a header can carry. */
export const MetricsToken = trimmed.regex(/^[\x21-\x7e]{32,1024}$/, 'must hold one word of 32 to 1,024 characters without accents')

const HOST_NAME = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i
export const listening = trimmed.refine(
  (host) => isIP(host) > 0 || HOST_NAME.test(host),
  'must be an address or a name of this machine, such as 0.0.0.0',
)
export const isOfThisMachine = (host: string): boolean => ['localhost', '::1'].includes(host) || /^127(\.\d{1,3}){3}$/.test(host)

/** Over http the provider's answers could be forged, except on this machine. */
export const provider = z
  .url({ protocol: /^https?$/, error: 'must be an https address', abort: true })
  .refine((url) => url.startsWith('https:') || isLoopback(new URL(url)), 'must be an https address, or http on this machine')

export const database = z.url({ protocol: /^postgres(ql)?$/, hostname: /.*/, error: 'must be a postgresql:// address' })
