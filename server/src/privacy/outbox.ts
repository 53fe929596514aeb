import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { searchable } from 'contract'
import PostalMime, { decodeWords } from 'postal-mime'
import { withoutNoLinks } from '../mails/words.ts'
import { wholeWords } from './identity.ts'

/** Mails stored as files that contain one of these as whole words, ignoring case. */
export async function listOutbox(outboxDir: string, words: string[]): Promise<string[]> {
  const wanted = wholeWords(words.map(searchable))
  const names = await readdir(outboxDir).catch(() => [])
  const found: string[] = []
  for (const name of names) {
    const mail = await readFile(join(outboxDir, name)).catch(() => undefined)
    if (mail && searchable(withoutNoLinks(await textOf(mail))).search(wanted) >= 0) found.push(name)
  }
  return found
}

export async function removeFromOutbox(outboxDir: string, names: string[]): Promise<void> {
  for (const name of names) await rm(join(outboxDir, name), { force: true })
}

/** The mail as sent, then decoded. */
async function textOf(mail: Buffer): Promise<string> {
  const { headers, text = '', html = '' } = await PostalMime.parse(mail)
  return [mail.toString(), ...headers.map(({ value }) => decodeWords(value)), text, html].join('\n')
}
