import type { Transaction } from 'contract'

let made = 0

/** A pending top-up with plain, fixed values, for tests; what a test is about is given by the test. */
export const topup = (changes: Partial<Transaction> = {}): Transaction => {
  made += 1
  return {
    id: `019a9e3c-0000-7000-8000-${String(made).padStart(12, '0')}`,
    company_id: '019a9e3c-0000-7000-8000-00000000c0de',
    company_name: 'Falcon Trading LLC',
    user_id: null,
    user_name: 'Omar Haddad',
    type: 'topup',
    status: 'pending',
    amount: 500,
    direction: 'credit',
    notes: null,
    application_id: null,
    employee_name: null,
    reverses_id: null,
    created_at: '2026-11-03T08:00:00.000Z',
    decided_by_name: null,
    decided_at: null,
    receipt_document: null,
    receipt_details: null,
    moved_at: null,
    seq: null,
    balance_after: null,
    reversed: 0,
    receipt_seen_before: false,
    amount_seen_before: false,
    if_approved: null,
    ...changes,
  }
}

export const visaPayment = (changes: Partial<Transaction> = {}): Transaction =>
  topup({ type: 'visa_payment', direction: 'debit', amount: 6500, employee_name: 'Sara Khan', ...changes })
