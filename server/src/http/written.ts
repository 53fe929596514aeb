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
  const pieces = rows.map(({ json }) => json)
  return new Written(rows.length > ROWS_OF_TEXT ? bytesOf(pieces) : `[${pieces.join(',')}]`)
}

function bytesOf(pieces: string[]): Buffer {
  const bytes = Buffer.allocUnsafe(pieces.reduce((size, piece) => size + 1 + Buffer.byteLength(piece), 1))
  let at = 0
  for (const piece of pieces) {
    at += bytes.write(at === 0 ? '[' : ',', at)
    at += bytes.write(piece, at)
  }
  bytes.write(']', at)
  return bytes
}

/** The rows as values, where documents come into them. */
export const rowsOf = <Row>(rows: WrittenRow[]): Row[] => rows.map(({ json }): Row => JSON.parse(json))
