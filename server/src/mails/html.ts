import type { RenderedMail } from './template.ts'
import { END_ISOLATE, ISOLATE } from './words.ts'

const PAGE = '#faf9f6'
const SURFACE = '#ffffff'
const HAIRLINE = '#e7e3da'
const MUTED = '#5e5a52'
const INK = '#1d211f'
const GREEN = '#0b5d4b'
const FONT = "'IBM Plex Sans','IBM Plex Sans Arabic','Segoe UI',Tahoma,Arial,sans-serif"

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? '')

/** Escapes, and makes isolate characters elements, which mail programs support better. */
const html = (text: string): string => escapeHtml(text).replaceAll(ISOLATE, '<bdi>').replaceAll(END_ISOLATE, '</bdi>')

/** Tables and inline styles only, for mail programs: no image, no script, nothing to load. */
export function toHtml(rendered: RenderedMail, product: string): string {
  const { language, subject, title, text } = rendered
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  const start = language === 'ar' ? 'right' : 'left'
  const cell = (style: string, content: string) => `<tr><td align="${start}" style="font-family:${FONT};${style}">${content}</td></tr>`
  const body = [
    cell(`padding:28px 24px 0;font-size:22px;line-height:30px;font-weight:600;color:${INK}`, `<h1 style="${PLAIN}">${html(title)}</h1>`),
    rendered.greeting ? cell(`padding:16px 24px 0;${READING}`, html(rendered.greeting)) : '',
    cell(`padding:12px 24px 0;${READING}`, html(text)),
    rendered.rows.length > 0 ? cell('padding:20px 24px 0', rowsOf(rendered.rows, start)) : '',
    rendered.note ? cell('padding:20px 24px 0', noteOf(rendered.note, start)) : '',
    cell('padding:28px 24px 0', buttonOf(rendered.action)),
    rendered.copyLink ? cell(`padding:20px 24px 0;${SMALL}`, `${html(rendered.copyLink)}<br>${addressOf(rendered.action.url)}`) : '',
    rendered.after ? cell(`padding:20px 24px 0;${SMALL}`, html(rendered.after)) : '',
    '<tr><td style="height:28px;line-height:28px;font-size:0">&nbsp;</td></tr>',
  ].join('\n')
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>${html(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${PAGE};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${html(text)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" dir="${direction}" style="background:${PAGE}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
${cell('padding:0 8px 16px', brandOf(product))}
<tr><td style="background:${SURFACE};border:1px solid ${HAIRLINE};border-radius:10px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${body}
</table>
</td></tr>
${cell(`padding:20px 8px 0;${SMALL}`, footerOf(rendered))}
</table>
</td></tr>
</table>
</body>
</html>
`
}

const PLAIN = 'margin:0;font-size:22px;line-height:30px;font-weight:600'
const READING = `font-size:16px;line-height:25px;color:${INK}`
const SMALL = `font-size:13px;line-height:20px;color:${MUTED}`

/** The product's mark as a table cell: an image would have to be loaded. */
const brandOf = (product: string) => `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="24" height="24" align="center" style="width:24px;height:24px;border-radius:6px;background:${GREEN};color:#ffffff;font:600 14px/24px Arial,sans-serif">&#10003;</td>
<td style="padding:0 10px;font-family:${FONT};font-size:15px;line-height:24px;font-weight:600;color:${INK}">${html(product)}</td>
</tr></table>`

function rowsOf(rows: RenderedMail['rows'], start: string): string {
  const line = `border-top:1px solid ${HAIRLINE};padding:10px 0;vertical-align:top;font-family:${FONT};font-size:14px;line-height:22px`
  const row = ({ label, value }: RenderedMail['rows'][number]) =>
    `<tr><td width="34%" align="${start}" style="${line};color:${MUTED}">${html(label)}</td>` +
    `<td align="${start}" style="${line};color:${INK};font-weight:500;word-break:break-word">${html(value)}</td></tr>`
  const table = `width="100%" cellpadding="0" cellspacing="0" border="0" style="border-bottom:1px solid ${HAIRLINE}"`
  return `<table role="presentation" ${table}>\n${rows.map(row).join('\n')}\n</table>`
}

const noteOf = ({ label, text }: NonNullable<RenderedMail['note']>, start: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td align="${start}" style="background:${PAGE};border-radius:6px;padding:12px 16px;font-family:${FONT};font-size:14px;line-height:22px;color:${INK}">
<div style="color:${MUTED};font-size:13px">${html(label)}</div><div dir="auto" style="word-break:break-word">${html(text).replaceAll('\n', '<br>')}</div></td>
</tr></table>`

const buttonOf = ({ label, url }: RenderedMail['action']) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="${GREEN}" style="border-radius:6px;background:${GREEN}">
<a href="${html(url)}" style="display:inline-block;padding:12px 22px;font-family:${FONT};font-size:15px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none">${html(label)}</a>
</td></tr></table>`

const addressOf = (url: string) =>
  `<a href="${html(url)}" dir="ltr" style="color:${GREEN};word-break:break-all;overflow-wrap:anywhere">${html(url)}</a>`

function footerOf({ mute, support, automatic }: RenderedMail): string {
  const account = mute && `<a href="${html(mute.url)}" style="color:${MUTED};text-decoration:underline">${html(mute.label)}</a>`
  const lines = [mute && `${html(mute.before)}${account}${html(mute.after)}`, support && html(support), html(automatic)]
  return lines.filter(Boolean).join('<br>')
}

export function toText(rendered: RenderedMail): string {
  const { title, greeting, text, rows, note, action, after, mute, support, automatic } = rendered
  const footer = [mute && `${mute.before}${mute.label}${mute.after} ${mute.url}`, support, automatic].filter(Boolean)
  const parts = [
    title,
    greeting,
    text,
    rows.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    note && `${note.label}:\n${note.text}`,
    `${action.label}:\n${action.url}`,
    after,
    `-- \n${footer.join('\n')}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}
