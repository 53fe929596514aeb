/** Why a file is not kept. */
export type Reason = 'not_a_document' | 'damaged' | 'too_many_pixels' | 'active' | 'password' | 'unreadable'

/** Refuses a file for what is inside it. */
export class Unfit extends Error {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
  }
}

export const unfit = (reason: Reason): never => {
  throw new Unfit(reason)
}
