/** An answer that PostgreSQL has written with the members of the reply schema; it is sent as it is. */
export class Written {
  readonly json: string | Buffer
  constructor(json: string | Buffer) {
    this.json = json
  }
}

/** A row of a list, as JSON. */
export interface WrittenRow {
  id: string
  json: string
}

/** Of so many long rows a text stays below 128 KB, though each character may take two bytes. */
export const ROWS_OF_TEXT = 20

export function writtenList(rows: WrittenRow[]): Written {
  if (rows.length <= ROWS_OF_TEXT) return new Written(`[${rows.map(({ json }) => json).join(',')}]`)
  return new Written(bytesOf(['[', ...separated(rows.map(({ json }) => json)), ']']))
}

/** With commas between. */
export const separated = (pieces: string[]): string[] => pieces.flatMap((piece, place) => (place === 0 ? [piece] : [',', piece]))

export function bytesOf(pieces: string[]): Buffer {
  const bytes = Buffer.allocUnsafe(pieces.reduce((size, piece) => size + Buffer.byteLength(piece), 0))
  let at = 0
  for (const piece of pieces) at += bytes.write(piece, at)
  return bytes
}

/** The rows as values, where documents come into them. */
export const rowsOf = <Row>(rows: WrittenRow[]): Row[] => rows.map(({ json }): Row => JSON.parse(json))
