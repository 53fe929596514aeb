import { MutableMailKind } from 'contract'
import type { ProviderNow } from '../provider/provider.ts'
import type { Settings } from '../settings.ts'
import { type Change, contentOf, type Row } from './content.ts'
import { nameIn } from './names.ts'
import type { Mail } from './queue.ts'
import { fill, type Language, unlinked, type Words, within, withoutMarks, wordsOf } from './words.ts'

export interface RenderedMail {
  language: Language
  subject: string
  title: string
  greeting: string | undefined
  text: string
  rows: { label: string; value: string }[]
  note: { label: string; text: string } | undefined
  action: { label: string; url: string }
  /** The address to copy, where the link is the point of the mail. */
  copyLink: string | undefined
  after: string | undefined
  mute: { before: string; label: string; after: string; url: string } | undefined
  support: string | undefined
  automatic: string
}

interface Recipient {
  /** Undefined if unconfirmed: a stranger may have registered with any name and another person's e-mail. */
  full_name: string | undefined
  language: Language
}

type MailSettings = Pick<Settings, 'public_url'> & Pick<ProviderNow, 'product_name' | 'support_contact'>

export function renderMail(mail: Mail, recipient: Recipient, settings: MailSettings, moment: Date): RenderedMail {
  const { language } = recipient
  const words = wordsOf(language)
  const { wording, path, rows = {}, note, label, ...content } = contentOf(mail, language, moment)
  const name = mail.kind === 'invitation' ? nameIn(recipient.full_name) : recipient.full_name
  const typed = { ...content.values, name: name ?? '' }
  // Typed names must not become links in our mails.
  const harmless = Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, unlinked(value)]))
  const values = { ...harmless, ...content.counts, product: settings.product_name }
  const say = (sentence: string) => fill(language, sentence, values)
  const link = 'link' in mail ? mail.link : undefined
  return {
    language,
    subject: say(wording.subject),
    title: say(wording.title),
    greeting: name ? say(words.greeting) : undefined,
    text: say(wording.text),
    rows: Object.entries(rows).map(([row, value]) => ({ label: words.rows[row as Row], value: valueIn(language, value) })),
    note: note ? { label: words.note, text: withoutMarks(note) } : undefined,
    action: { label: say(label ?? wording.action), url: link ?? `${settings.public_url}${path}` },
    copyLink: link && words.copyLink,
    after: wording.after && say(wording.after),
    mute: MutableMailKind.safeParse(mail.kind).success ? muteLine(words, settings) : undefined,
    support: settings.support_contact ? fill(language, words.support, { support: settings.support_contact }) : undefined,
    automatic: say(words.automatic),
  }
}

function valueIn(language: Language, value: string | Change): string {
  if (typeof value === 'string') return within(language, unlinked(value))
  const words = wordsOf(language)
  const side = (text: string | null) => unlinked(text ?? words.empty)
  return fill(language, words.change, { from: side(value.from), to: side(value.to) })
}

function muteLine({ mute, account }: Words, { public_url }: MailSettings) {
  const [before = '', after = ''] = mute.split('{account}')
  return { before, label: account, after, url: `${public_url}/account` }
}
