import type { FastifyRequest } from 'fastify'

/** In this order, because most browsers also name those that they resemble. */
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

/** Browser and system under their usual names; null if unknown. */
export function parseUserAgent(userAgent: string | null): { browser: string | null; system: string | null } {
  const first = (names: [string, RegExp][]) => names.find(([, sign]) => sign.test(userAgent ?? ''))?.[0] ?? null
  return { browser: first(BROWSERS), system: first(SYSTEMS) }
}

/** When and in which browser, for a mail about an account. */
export const eventOf = ({ headers }: FastifyRequest, at: string) => ({ at, ...parseUserAgent(headers['user-agent'] ?? null) })
