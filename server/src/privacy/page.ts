import type { Told } from './export.ts'

type Row = Record<string, unknown>

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const html = (text: string): string => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? '')
const inWords = (name: string): string => html(name.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase()))

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;color:#1d211f;background:#faf9f6;margin:0 auto;padding:40px 20px;max-width:60rem}
h1{font-size:26px;margin:0}h2{font-size:18px;margin:40px 0 12px}p{color:#5e5a52;margin:4px 0}
table{border-collapse:collapse;width:100%;background:#fff;border:1px solid #e7e3da;margin:0 0 16px}
th,td{text-align:start;vertical-align:top;padding:6px 12px;border-top:1px solid #e7e3da;overflow-wrap:anywhere}
th{width:14rem;font-weight:500;color:#5e5a52}a{color:#0b5d4b}li{margin:4px 0}`

/** A page to read an export by: one table for each record; nothing on it is fetched from elsewhere. */
export function indexPage(told: Told): string {
  const { passport_number, exported_at, documents, kept_after_erasure, ...records } = told
  const sections = Object.entries(records).map(([title, rows]) => section(title, rows as Row[]))
  const files = documents.map(
    ({ path, place, name, size }) =>
      `<li><a href="${html(encodeURI(path))}">${inWords(place)}</a> · <bdi>${html(name)}</bdi>, ${size} bytes</li>`,
  )
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Passport number ${html(passport_number)}</title><style>${STYLE}</style>
<h1>What is kept about passport number <bdi>${html(passport_number)}</bdi></h1>
<p>Exported on ${html(exported_at)}. The same is in <a href="person.json">person.json</a>, for programs.</p>
<h2>Documents (${files.length})</h2><ul>${files.join('')}</ul>
${sections.join('\n')}
<h2>What would stay after an erasure, and why</h2><ul>${kept_after_erasure.map((line) => `<li>${html(line)}</li>`).join('') || '<li>Nothing of the person</li>'}</ul>
</html>
`
}

const section = (title: string, rows: Row[]): string =>
  `<h2>${inWords(title)} (${rows.length})</h2>${rows.map((row) => table(row)).join('')}`

const table = (row: Row): string =>
  `<table>${Object.entries(row)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `<tr><th scope="row">${inWords(name)}</th><td dir="auto">${cell(value)}</td></tr>`)
    .join('')}</table>`

function cell(value: unknown): string {
  if (Array.isArray(value)) return value.map(cell).join('') || '–'
  return typeof value === 'object' && value !== null ? table(value as Row) : html(String(value))
}
