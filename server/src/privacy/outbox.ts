import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { searchable } from 'contract'
import { withoutNoLinks } from '../mails/words.ts'
import { wholeWords } from './identity.ts'

const PART = /^Content-Transfer-Encoding: *([\w-]+)[\s\S]*?\r?\n\r?\n([\s\S]*?)(?=\r?\n--|$(?![\s\S]))/gim

/** Mails stored as files that contain one of these as whole words, ignoring case. */
export async function listOutbox(outboxDir: string, words: string[]): Promise<string[]> {
  const wanted = wholeWords(words.map(searchable))
  const names = await readdir(outboxDir).catch(() => [])
  const found: string[] = []
  for (const name of names) {
    const text = searchable(withoutNoLinks(textOf(await readFile(join(outboxDir, name), 'utf8').catch(() => ''))))
    if (text.search(wanted) >= 0) found.push(name)
  }
  return found
}

export async function removeFromOutbox(outboxDir: string, names: string[]): Promise<void> {
  for (const name of names) await rm(join(outboxDir, name), { force: true })
}

function textOf(mail: string): string {
  const parts = [...mail.matchAll(PART)].map(([, encoding = '', body = '']) => decode(encoding.toLowerCase(), body))
  return [mail, ...parts].join('\n')
}

function decode(encoding: string, body: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
