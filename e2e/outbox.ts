import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { readMail } from '../test/mail.ts'

const linkTo = (screen: string) => new RegExp(`https?://[^\\s"<>]+${screen}#token=[\\w-]{43}`)

/** The texts of the mails to that address, the oldest first. */
async function mailsTo(dataDir: string, address: string): Promise<string[]> {
  const outbox = join(dataDir, 'outbox')
  const names = readdirSync(dataDir).includes('outbox') ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : []
  const mails = await Promise.all(names.toSorted().map((name) => readMail(readFileSync(join(outbox, name)))))
  return mails.filter(({ to }) => to.toLowerCase().includes(address.toLowerCase())).map(({ text }) => text)
}

/** Waits for a mailed link newer than `older`, in the outbox of that data directory. */
export async function mailedLink(dataDir: string, address: string, older?: string, screen = '/set-password'): Promise<string> {
  const link = linkTo(screen)
  let newest: string | undefined
  const isThere = async () => {
    newest = (await mailsTo(dataDir, address)).flatMap((text) => link.exec(text)?.[0] ?? []).at(-1)
    return newest !== undefined && newest !== older
  }
  await expect.poll(isThere, { message: `a link mailed to ${address}` }).toBe(true)
  return newest ?? ''
}
