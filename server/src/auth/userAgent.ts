import type { FastifyRequest } from 'fastify'

/** Tried in this order: most browsers also name those they resemble. */
const BROWSERS: [string, RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const SYSTEMS: [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/** Browser and system as a person calls them, from what the browser says of itself; null where it names none that is known. */
export function parseUserAgent(userAgent: string | null): { browser: string | null; system: string | null } {
  const first = (names: [string, RegExp][]) => names.find(([, sign]) => sign.test(userAgent ?? ''))?.[0] ?? null
  return { browser: first(BROWSERS), system: first(SYSTEMS) }
}

/** What a mail tells of something that happened to an account: when, and in which browser. */
export const eventOf = ({ headers }: FastifyRequest, at: string) => ({ at, ...parseUserAgent(headers['user-agent'] ?? null) })
