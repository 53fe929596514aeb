import { COMPANY_PAPERS, westernDigits } from 'contract'
import type { Judged } from './judge.ts'
import type { KnownCompany } from './known.ts'
import { changedOf, changesFrom, heldPart, paperOf, pastEnds, unfit } from './rowPapers.ts'
import type { ReadRow } from './sheet.ts'

/** Of which a company holds one each. */
const KINDS = COMPANY_PAPERS.filter((kind) => kind !== 'other_paper')

const LICENCE = 'trade_license.number'

/** A row of the company's papers, with what it would do: the company is always on record. */
export function judgeCompany(row: ReadRow, { trade_license, held }: KnownCompany, today: string): Judged {
  const { line, of, said } = row
  const { [LICENCE]: licence, ...others } = said
  const papers = KINDS.flatMap((kind) => paperOf(kind, others, held.get(kind)) ?? [])
  const errors = [...row.errors, ...papers.flatMap(unfit), ...otherLicence(licence, trade_license)]
  const changes = changesFrom(others, (column) => heldPart(column, held))
  const outcome = errors.length > 0 ? 'refused' : changes.length > 0 ? 'changed' : 'same'
  const remarks = pastEnds(others, today)
  return { ...{ line, of, outcome, errors, remarks, changes, said, known: undefined }, papers: changedOf(papers, changes) }
}

const same = (number: string): string => westernDigits(number).toLowerCase()

/** The row may be another company's. */
const otherLicence = (said: string | undefined, trade_license: string) =>
  said === undefined || same(said) === same(trade_license)
    ? []
    : [{ column: LICENCE, detail: 'The company has another license number, which is changed in its profile' } as const]
