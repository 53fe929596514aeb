import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../settings.ts'

export interface Message {
  /** The file's name without SMTP. */
  file: string
  /** The same at each try, to recognize a mail that was sent twice. */
  messageId: string
  date: Date
  from: { name: string; address: string }
  to: { name: string; address: string }
  subject: string
  html: string
  text: string
}

export type Transport = (message: Message, signal: AbortSignal) => Promise<void>

type Wanted = Pick<Settings, 'smtp_url' | 'outbox_dir' | 'public_url'>

/** To the SMTP server of the settings, or into DATA_DIR/outbox. */
export const transportOf = (settings: Wanted): Transport => (settings.smtp_url ? bySmtp(settings, settings.smtp_url) : intoOutbox(settings))

const PLAIN = { headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }, xMailer: false } as const
const SAFE = { disableFileAccess: true, disableUrlAccess: true }
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }
const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/** Imported on demand, because it loads slowly. */
const nodemailer = () => import('nodemailer')

function bySmtp({ public_url }: Wanted, url: string): Transport {
  const { protocol, hostname, searchParams } = new URL(url)
  // Links that set passwords must be encrypted on the network, unless the operator says otherwise.
  const requireTLS = protocol === 'smtp:' && !LOCAL.includes(hostname) && !searchParams.has('ignoreTLS')
  return async ({ file: _, ...message }, signal) => {
    const { createTransport } = await nodemailer()
    // The public host name, not this machine's.
    const transport = createTransport({ ...SAFE, ...TIMEOUTS, name: new URL(public_url).hostname, requireTLS, url })
    await transport.sendMail({ ...message, ...PLAIN, signal })
  }
}

/** Written under another name, synced and renamed; readable by the portal's user only, because links open accounts. */
function intoOutbox({ outbox_dir }: Wanted): Transport {
  return async ({ file, ...message }) => {
    const { createTransport } = await nodemailer()
    const transport = createTransport({ ...SAFE, streamTransport: true, buffer: true, newline: 'windows' })
    const { message: bytes } = await transport.sendMail({ ...message, ...PLAIN })
    await mkdir(outbox_dir, { recursive: true, mode: 0o700 })
    const path = join(outbox_dir, file)
    const unfinished = await open(`${path}.new`, 'w', 0o600)
    try {
      await unfinished.writeFile(bytes as Buffer)
      await unfinished.sync()
    } finally {
      await unfinished.close()
    }
    await rename(`${path}.new`, path)
  }
}
