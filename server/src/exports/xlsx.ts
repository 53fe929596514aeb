import { addAbortSignal, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { DAY_MS } from 'contract'
import { zipOf } from '../files/zip.ts'
import type { Cell, Table } from './table.ts'

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const relationOf = (id: string, kind: string, target: string) => `<Relationship Id="${id}" Type="${DOCUMENT}/${kind}" Target="${target}"/>`
const relations = (...each: string[]) => `${HEADER}<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`
const part = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${TYPE}.${type}+xml"/>`

const SHEET = 'xl/worksheets/sheet1.xml'
/** The styles of a cell, by their place in the list: text, date, head. */
const [TEXT, DATE, HEAD] = [0, 1, 2]
const PARTS = {
  '[Content_Types].xml': `${HEADER}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('xl/workbook.xml', 'sheet.main')}${part(SHEET, 'worksheet')}${part('xl/styles.xml', 'styles')}</Types>`,
  '_rels/.rels': relations(relationOf('rId1', 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': `${HEADER}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations(
    relationOf('rId1', 'worksheet', 'worksheets/sheet1.xml'),
    relationOf('rId2', 'styles', 'styles.xml'),
  ),
  // 49 is text, so that a spreadsheet makes no number of a passport that is typed into such a cell.
  'xl/styles.xml': `${HEADER}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
}

/** A sheet with one table, whose cells are texts or dates, never formulas. */
export const xlsxOf = (table: Table): Readable =>
  zipOf(async (zip, signal) => {
    for (const [path, text] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(text), path)
    const sheet = addAbortSignal(signal, Readable.from(sheetOf(table), { objectMode: false }))
    zip.addReadStream(sheet, SHEET)
    await finished(sheet)
  })

async function* sheetOf({ heads, pages, rightToLeft }: Table): AsyncGenerator<string> {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const view = `<sheetView workbookViewId="0"${rightToLeft ? ' rightToLeft="1"' : ''}>${pane}</sheetView>`
  yield `${HEADER}<worksheet xmlns="${MAIN}"><sheetViews>${view}</sheetViews><cols><col min="1" max="${heads.length}" width="20" customWidth="1"/></cols><sheetData>`
  const letters = heads.map((_, column) => lettersOf(column))
  let number = 1
  yield rowOf(heads, { number, letters, style: HEAD })
  for await (const rows of pages) yield rows.map((row) => rowOf(row, { number: ++number, letters, style: TEXT })).join('')
  yield '</sheetData></worksheet>'
}

/** A, B, … Z, AA. */
const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

interface Row {
  number: number
  /** Of the columns. */
  letters: readonly string[]
  style: number
}

/** With references, without which some programs read no cell. */
const rowOf = (cells: readonly Cell[], { number, letters, style }: Row): string =>
  `<row r="${number}">${cells.map((cell, column) => cellOf(cell, style, `${letters[column]}${number}`)).join('')}</row>`

function cellOf(cell: Cell, style: number, at: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  const serial = serialOf(cell.day)
  return serial === undefined ? cellOf(cell.day, style, at) : `<c r="${at}" s="${DATE}"><v>${serial}</v></c>`
}

const DAY_ZERO = Date.UTC(1899, 11, 30)
/** Before, spreadsheets disagree on the number of a day. */
const FIRST = 61
/** The number under which a spreadsheet knows a day. */
function serialOf(day: string): number | undefined {
  const serial = (Date.parse(`${day}T00:00:00Z`) - DAY_ZERO) / DAY_MS
  return serial >= FIRST ? serial : undefined
}

const MAX_LENGTH = 32_767
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** What XML cannot hold. */
const UNWRITABLE = /[^\P{Cc}\t\n\r\x7f-\x9f]|[\ufffe\uffff]/gu

/** Spreadsheets read `_x0041_` as the letter A. */
const escaped = (text: string): string =>
  text
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .replace(UNWRITABLE, '')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>\r]/g, (character) => ENTITIES[character] ?? '')
