/** The links of the journal's hash chain that did not hold: what lies between was written after `after` and until `until`. */
export interface BrokenSeal {
  number: number
  after: string | null
  until: string
  /** It is gone, not altered. */
  missing: boolean
}

/** What the last proofs of the money and of the journal found, and when they were made; the hourly jobs write it. */
export interface Proofs {
  ledger: { broken: readonly string[]; checked_at: Date | undefined }
  journal: { broken: BrokenSeal | undefined; checked_at: Date | undefined }
}

export const newProofs = (): Proofs => ({
  ledger: { broken: [], checked_at: undefined },
  journal: { broken: undefined, checked_at: undefined },
})
