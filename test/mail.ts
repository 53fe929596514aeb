import PostalMime, { decodeWords } from 'postal-mime'

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

export async function readMail(bytes: Buffer): Promise<ReceivedMail> {
  const { headers: lines, subject = '', text = '', html = '' } = await PostalMime.parse(bytes)
  const headers = Object.fromEntries(lines.map(({ key, value }) => [key, decodeWords(value)]))
  return { headers, to: headers.to ?? '', subject, text, html, raw: bytes.toString('latin1') }
}
