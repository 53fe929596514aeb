import fc from 'fast-check'

export interface Topup {
  id: string
  /** Not yet taken back, in fils. */
  left: number
}

export interface Payment {
  id: string
  application_id: string
  amount: number
  /** Settled and not taken back. */
  left: number
}

/** The simplest model of a wallet, in fils: balance, waiting payments in order, undecided top-ups. */
export class WalletModel {
  balance = 0
  waiting: Payment[] = []
  settled: Payment[] = []
  undecided = new Map<string, number>()
  credited: Topup[] = []

  /** Strictly oldest first: the first payment that is not covered stops the rest (W2). */
  private settle(): void {
    for (const payment of [...this.waiting]) {
      if (payment.amount > this.balance) return
      this.balance -= payment.amount
      payment.left = payment.amount
      this.settled.push(payment)
      this.waiting.shift()
    }
  }

  pay(payment: Omit<Payment, 'left'>): void {
    this.waiting.push({ ...payment, left: 0 })
    this.settle()
  }

  /** Whether so much of a settled payment may be given back; it settles what waits. */
  giveBack(payment: Payment, amount: number): boolean {
    if (amount > payment.left) return false
    payment.left -= amount
    this.balance += amount
    this.settle()
    return true
  }

  /** Ends a payment with its application: what was settled goes back, and what waited behind it settles (S13). */
  withdraw(gone: Payment): void {
    this.waiting = this.waiting.filter((payment) => payment !== gone)
    this.settled = this.settled.filter((payment) => payment !== gone)
    this.giveBack(gone, gone.left)
  }

  approve(id: string): void {
    const amount = this.undecided.get(id) ?? 0
    this.undecided.delete(id)
    this.credited.push({ id, left: amount })
    this.balance += amount
    this.settle()
  }

  /** Whether so much of a top-up may be taken back; spent money cannot be (W4, W5). */
  takeBack(topup: Topup, amount: number): boolean {
    if (amount > topup.left || amount > this.balance) return false
    topup.left -= amount
    this.balance -= amount
    return true
  }

  /** The same as GET /users/balance, in AED. */
  said(): { balance: number; due: number; pending_topups: number } {
    const sum = (amounts: Iterable<number>) => [...amounts].reduce((all, amount) => all + amount, 0)
    return {
      balance: this.balance / 100,
      due: sum(this.waiting.map(({ amount }) => amount)) / 100,
      pending_topups: sum(this.undecided.values()) / 100,
    }
  }
}

export const WALLETS = 3

const KINDS = {
  topup: 20,
  approve: 20,
  submit: 20,
  renew: 6,
  reject: 8,
  takeBack: 8,
  giveBack: 5,
  withdraw: 12,
  retry: 8,
  tooMuch: 3,
  /** A new company takes its place. */
  deleteCompany: 1,
}

export interface Step {
  kind: keyof typeof KINDS
  wallet: number
  server: number
  pick: number
  fils: number
  /** Kills the server after so many milliseconds; the step is then sent again to its successor. */
  killAfter: number | null
}

const kind = fc.oneof(...Object.entries(KINDS).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Step['kind']) })))

const step: fc.Arbitrary<Step> = fc.record({
  kind,
  wallet: fc.nat(WALLETS - 1),
  server: fc.nat(1),
  pick: fc.nat(1_000),
  // Less than a visa on average, so that payments have to wait.
  fils: fc.integer({ min: 100, max: 1_400_000 }),
  killAfter: fc.oneof({ weight: 149, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(30) }),
})

/** The same steps for the same seed. */
export const stepsOf = (seed: number, count: number): Step[] =>
  fc.sample(fc.array(step, { minLength: count, maxLength: count, size: 'max' }), { numRuns: 1, seed })[0] ?? []
