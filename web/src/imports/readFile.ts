import { cellText, columnsOf, type FileCell, headingRow, MAX_IMPORT_ROWS, unguarded } from 'contract'

/** Titles and remarks may stand above the headings. */
const ROOM_ABOVE = 50
const MOST_BYTES = 20 * 1024 * 1024

/** A sheet of a file, as texts. */
export interface FileSheet {
  name: string
  cells: string[][]
}

/** Why a file cannot be read. */
export type Unreadable = 'format' | 'broken' | 'empty' | 'tooLarge'

export class UnreadableFile extends Error {
  readonly why: Unreadable
  constructor(why: Unreadable) {
    super(why)
    this.why = why
  }
}

/** The sheets of a file that say something, the most likely first; throws UnreadableFile. */
export async function readFile(file: File): Promise<FileSheet[]> {
  if (file.size > MOST_BYTES) throw new UnreadableFile('tooLarge')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const sheets = await (isZip(bytes) ? readXlsx(bytes) : readCsv(bytes, file.name))
  const filled = sheets.filter(({ cells }) => cells.some((row) => row.some((cell) => cell !== '')))
  if (filled.length === 0) throw new UnreadableFile('empty')
  return filled.toSorted((one, other) => matchesIn(other) - matchesIn(one))
}

const matchesIn = ({ cells }: FileSheet): number => columnsOf(cells[headingRow(cells)] ?? []).filter(Boolean).length

const isZip = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b

async function readXlsx(bytes: Uint8Array): Promise<FileSheet[]> {
  const { readXlsx } = await import('hucre/xlsx')
  const { sheets } = await readXlsx(bytes, {
    sheets: (sheet) => !sheet.hidden && !sheet.veryHidden,
    maxRows: MAX_IMPORT_ROWS + ROOM_ABOVE,
  }).catch(() => {
    throw new UnreadableFile('broken')
  })
  return sheets.map(({ name, rows }) => ({ name, cells: rows.map((row) => row.map((cell) => cellText(cell as FileCell))) }))
}

async function readCsv(bytes: Uint8Array, name: string): Promise<FileSheet[]> {
  const text = textOf(bytes)
  // What older programs and passwords make of a file, and pictures.
  if (text.includes('\0')) throw new UnreadableFile('format')
  const [, delimiter] = /^sep=(.)\r?\n/.exec(text) ?? []
  const { parseCsv } = await import('hucre/csv')
  const rows = parseCsv(text.replace(/^sep=.\r?\n/, ''), {
    ...(delimiter && { delimiter }),
    maxRows: MAX_IMPORT_ROWS + ROOM_ABOVE,
  })
  return [{ name, cells: rows.map((row) => row.map((cell) => unguarded(cellText(cell as FileCell)))) }]
}

const startsWith = (bytes: Uint8Array, ...mark: number[]): boolean => mark.every((byte, at) => bytes[at] === byte)

/** Excel writes CSV in Unicode or, from an Arabic Windows, in its code page. */
function textOf(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1256').decode(bytes)
  }
}
