/** An answer that PostgreSQL has written with the members of the reply schema; it is sent as it is. */
export class Written {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

/** A row of a list, as JSON. */
export interface WrittenRow {
  id: string
  json: string
}

export const writtenList = (rows: WrittenRow[]): Written => new Written(`[${rows.map(({ json }) => json).join(',')}]`)

/** The rows as values, where documents come into them. */
export const rowsOf = <Row>(rows: WrittenRow[]): Row[] => rows.map(({ json }): Row => JSON.parse(json))
