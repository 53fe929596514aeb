import fc from 'fast-check'

export interface Topup {
  id: string
  /** What has not been taken back of it, in fils. */
  left: number
}

/** A wallet as simply as it can be said, in fils: what is in it, what waits in order, which top-ups are undecided. */
export class WalletModel {
  balance = 0
  waiting: number[] = []
  undecided = new Map<string, number>()
  credited: Topup[] = []

  /** Strictly oldest first: the first payment that is not covered stops the rest (W2). */
  private settle(): void {
    while (this.waiting[0] !== undefined && this.waiting[0] <= this.balance) this.balance -= this.waiting.shift() ?? 0
  }

  pay(amount: number): void {
    this.waiting.push(amount)
    this.settle()
  }

  approve(id: string): void {
    const amount = this.undecided.get(id) ?? 0
    this.undecided.delete(id)
    this.credited.push({ id, left: amount })
    this.balance += amount
    this.settle()
  }

  /** Whether that much of a top-up may be taken back; what is spent cannot be (W4, W5). */
  takeBack(topup: Topup, amount: number): boolean {
    if (amount > topup.left || amount > this.balance) return false
    topup.left -= amount
    this.balance -= amount
    return true
  }

  /** As GET /users/balance says it, in AED. */
  said(): { balance: number; due: number; pending_topups: number } {
    const sum = (amounts: Iterable<number>) => [...amounts].reduce((all, amount) => all + amount, 0)
    return { balance: this.balance / 100, due: sum(this.waiting) / 100, pending_topups: sum(this.undecided.values()) / 100 }
  }
}

export const WALLETS = 3

const KINDS = {
  ...{ topup: 20, approve: 20, submit: 20, renew: 6, reject: 8, takeBack: 8, retry: 8, tooMuch: 3 },
  /** A new company takes its place. */
  deleteCompany: 1,
}

export interface Step {
  kind: keyof typeof KINDS
  wallet: number
  /** Which of two servers is asked. */
  server: number
  /** Chooses among what there is. */
  pick: number
  fils: number
  /** Milliseconds after which the server that is asked is killed; the step is then sent again to the one that starts in its place. */
  killAfter: number | null
}

const kind = fc.oneof(...Object.entries(KINDS).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Step['kind']) })))

const step: fc.Arbitrary<Step> = fc.record({
  kind,
  wallet: fc.nat(WALLETS - 1),
  server: fc.nat(1),
  pick: fc.nat(1_000),
  // On average less than a visa costs, so that payments wait for one another.
  fils: fc.integer({ min: 100, max: 1_400_000 }),
  killAfter: fc.oneof({ weight: 149, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(30) }),
})

/** The same steps for the same seed. */
export const stepsOf = (seed: number, count: number): Step[] =>
  fc.sample(fc.array(step, { minLength: count, maxLength: count, size: 'max' }), { numRuns: 1, seed })[0] ?? []
