export interface ReceivedMail {
  /** The decoded headers, by name in lower case. */
  headers: Record<string, string>
  to: string
  subject: string
  text: string
  html: string
  /** The raw mail. */
  raw: string
}

/** A mail of two alternatives, taken apart. */
export function readMail(bytes: Buffer): ReceivedMail {
  const raw = bytes.toString('latin1')
  const { headers, body } = split(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1] ?? ''
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')))
  const content = (type: string) => {
    const part = parts.find((each) => each.headers['content-type']?.startsWith(type))
    return part ? decode(part.body, part.headers['content-transfer-encoding']).replaceAll('\r\n', '\n') : ''
  }
  const { to = '', subject = '' } = headers
  return { headers, to, subject, text: content('text/plain'), html: content('text/html'), raw }
}

function split(text: string): { headers: Record<string, string>; body: string } {
  const end = text.indexOf('\r\n\r\n')
  const lines = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const entries = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), words(line.slice(colon + 1).trim())]
  })
  return { headers: Object.fromEntries(entries), body: text.slice(end + 4) }
}

/** RFC 2047: the words of a header that are not ASCII. */
const words = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString('latin1') : unquote(text.replaceAll('_', ' ')),
    )
    .replace(/[\x80-\xff]+/g, (utf8) => Buffer.from(utf8, 'latin1').toString())

const unquote = (text: string): string =>
  text.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

function decode(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  const bytes = encoding === 'quoted-printable' ? unquote(body.replace(/=\r\n/g, '')) : body
  return Buffer.from(bytes, 'latin1').toString()
}
