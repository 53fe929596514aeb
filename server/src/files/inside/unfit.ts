import type { Reason } from '../inspector/job.ts'

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
