import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'

const linkTo = (screen: string) => new RegExp(`https?://[^\\s"<>]+${screen}#token=[\\w-]{43}`)

/** The text of a mail, decoded from quoted-printable. */
const decoded = (mail: string): string =>
  mail.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

function mailsTo(dataDir: string, address: string): string[] {
  const outbox = join(dataDir, 'outbox')
  const names = readdirSync(dataDir).includes('outbox') ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : []
  const mails = names.toSorted().map((name) => decoded(readFileSync(join(outbox, name), 'utf8')))
  return mails.filter((mail) => new RegExp(`^To:.*${address.replace(/[.+]/g, '\\$&')}`, 'im').test(mail))
}

/** Waits for a mailed link newer than `older`, in the outbox of that data directory. */
export async function mailedLink(dataDir: string, address: string, older?: string, screen = '/set-password'): Promise<string> {
  const link = linkTo(screen)
  const newest = () =>
    mailsTo(dataDir, address)
      .findLast((mail) => link.test(mail))
      ?.match(link)?.[0]
  await expect.poll(() => newest() !== undefined && newest() !== older, { message: `a link mailed to ${address}` }).toBe(true)
  return newest() ?? ''
}
