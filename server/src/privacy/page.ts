import { escapeHtml } from '../mails/html.ts'
import type { Report } from './report.ts'

type Row = Record<string, unknown>

const inWords = (name: string): string => escapeHtml(name.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase()))

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;color:#1d211f;background:#faf9f6;margin:0 auto;padding:40px 20px;max-width:60rem}
h1{font-size:26px;line-height:1.2;margin:0 0 8px}h2{font-size:18px;margin:40px 0 12px}p,.none{color:#5e5a52;margin:4px 0}
table{border-collapse:collapse;width:100%;background:#fff;border:1px solid #e7e3da;margin:0 0 16px}td table{margin:0 0 8px}
th,td{text-align:start;vertical-align:top;padding:6px 12px;border-top:1px solid #e7e3da;overflow-wrap:anywhere}
th{width:12rem;font-weight:500;color:#5e5a52}.history th{width:auto}a{color:#0b5d4b}li{margin:4px 0}`

/** References are left out here; person.json has them. */
const isReference = (name: string): boolean => /^(id|seq)$|_(id|ids|by)$/.test(name)

/** A page to read an export: a table for each record, its history as lines, nothing from other servers. */
export function indexPage(report: Report): string {
  const { passport_number, exported_at, documents, history, mail_files, kept_after_erasure, ...records } = report
  const files = documents.map(({ path, place, name, size }) => {
    const named = path === null ? inWords(place) : `<a href="${escapeHtml(encodeURI(path))}">${inWords(place)}</a>`
    return `<li>${named} <span class="none"><bdi>${escapeHtml(name)}</bdi>, ${path === null ? 'lost' : `${size} bytes`}</span></li>`
  })
  const lines = history.map(
    ({ happened_at, actor_name, action, subject, changes }) =>
      `<tr><td>${inWord(happened_at)}</td><td><bdi>${escapeHtml(actor_name ?? 'The portal')}</bdi></td><td>${inWords(action)}${subject ? `: <bdi>${inWords(subject)}</bdi>` : ''}</td><td dir="auto">${changes.map(change).join('<br>')}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Passport number ${escapeHtml(passport_number)}</title><style>${STYLE}</style>
<h1>What is kept about passport number <bdi>${escapeHtml(passport_number)}</bdi></h1>
<p>Exported on ${inWord(exported_at)}. All of it, for programs, is in <a href="person.json">person.json</a>. Times are those of Dubai.</p>
${section('documents', files.length, `<ul>${files.join('')}</ul>`)}
${Object.entries(records)
  .map(([title, rows]) => section(title, rows.length, (rows as Row[]).map(table).join('')))
  .join('\n')}
${section('history', lines.length, `<table class="history"><tr><th>When</th><th>Who</th><th>What</th><th>Changes</th></tr>${lines.join('')}</table>`)}
${section('copies of mails', mail_files.length, `<ul>${mail_files.map((path) => `<li><a href="${escapeHtml(encodeURI(path))}">${escapeHtml(path)}</a></li>`).join('')}</ul>`)}
${section('would stay after an erasure', kept_after_erasure.length, `<ul>${kept_after_erasure.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`)}
</html>
`
}

const section = (title: string, count: number, content: string): string =>
  `<h2>${inWords(title)}</h2>${count > 0 ? content : '<p>None</p>'}`

const change = ({ field, from, to }: Report['history'][number]['changes'][number]): string =>
  `${inWords(field)}: ${from === null ? '' : `${escapeHtml(from)} → `}${to === null ? 'removed' : escapeHtml(to)}`

const table = (row: Row): string =>
  `<table>${Object.entries(row)
    .filter(([name, value]) => !isReference(name) && value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `<tr><th scope="row">${inWords(name)}</th><td dir="auto">${cell(value)}</td></tr>`)
    .join('')}</table>`

function cell(value: unknown): string {
  if (Array.isArray(value)) return value.map(cell).join('') || '–'
  return typeof value === 'object' && value !== null ? table(value as Row) : inWord(String(value))
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Dubai' })

/** Times and our own words are made readable; other values stay. */
function inWord(value: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return moment.format(new Date(value))
  return escapeHtml(/^[a-z]+(_[a-z\d]+)+$/.test(value) ? value.replaceAll('_', ' ') : value)
}
