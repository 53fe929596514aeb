/** The broken seal covers rows after `after` and until `until`. */
export interface BrokenSeal {
  number: number
  after: string | null
  until: string
  /** The seal is gone, not altered. */
  missing: boolean
}

/** Results of the last checks of ledger, journal, kept counts, people and clocks; hourly jobs write them. */
export interface Proofs {
  ledger: { broken: readonly string[]; checked_at: Date | undefined }
  journal: { broken: BrokenSeal | undefined; checked_at: Date | undefined }
  /** `broken`: the companies whose rows have other numbers than are kept, and the totals. */
  counts: { broken: readonly string[]; checked_at: Date | undefined }
  /** Rows of the last slice that are kept otherwise than they would be computed. */
  people: { wrong: number; checked_at: Date | undefined }
  /** `broken`: the companies of the last slice whose clocks are not those that facts and rules make. */
  deadlines: { broken: readonly string[]; checked_at: Date | undefined }
}

export const newProofs = (): Proofs => ({
  ledger: { broken: [], checked_at: undefined },
  journal: { broken: undefined, checked_at: undefined },
  counts: { broken: [], checked_at: undefined },
  people: { wrong: 0, checked_at: undefined },
  deadlines: { broken: [], checked_at: undefined },
})
