import { calls } from 'contract'
import { describe, expect, it } from 'vitest'
import english from './en.json' with { type: 'json' }

type Kind = 'done' | 'failed' | 'failed_without_detail'
const TOASTS = english.toasts as Record<string, Partial<Record<Kind, string>>>

/** §8, text by text: what succeeds, what fails with the server's sentence or this one, what fails with this one always. */
const DONE = {
  loginAsAdmin: 'Admin login successful!',
  loginAsCustomer: 'Login successful!',
  companySwitched: 'Company switched successfully',
  logout: 'Logged out successfully',
  submitApplication: 'Application submitted successfully!',
  addStage: 'Stage added successfully',
  updateStage: 'Status updated successfully',
  setExpiryDate: 'Expiry date updated',
  getDocument: 'Document downloaded',
  uploadDocument: 'Document ready to upload',
  uploadReceipt: 'Receipt ready to upload',
  createCompany: 'Company created successfully!',
  deleteCompany: 'Company deleted successfully',
  changeCompanyCategory: 'Company category updated',
  updateCompany: 'Company updated successfully',
  setCompanyDocuments: 'Document uploaded successfully',
  deleteCompanyDocument: 'Document deleted',
  approveUser: 'User approved successfully',
  deleteUser: 'User deleted successfully',
  requestTopup: 'Top-up request submitted! Awaiting admin approval.',
  approveTopup: 'Top-up approved and balance credited',
  rejectTopup: 'Top-up request rejected',
  createEmployee: 'Employee added successfully',
  updateEmployee: 'Employee updated successfully',
  deleteEmployee: 'Employee deleted successfully',
  renewEmployee: 'Renewal request submitted successfully',
  requestCancellation: 'Cancellation request submitted successfully',
  registerClient: 'Registration successful! Please wait for admin approval before logging in.',
}
const FAILED_WITHOUT_DETAIL = {
  submitApplication: 'Failed to submit application',
  createCompany: 'Failed to create company',
  deleteCompany: 'Failed to delete company',
  deleteUser: 'Failed to delete user',
  requestTopup: 'Failed to submit top-up request',
  approveTopup: 'Failed to approve',
  rejectTopup: 'Failed to reject',
  createEmployee: 'Failed to add employee',
  updateEmployee: 'Failed to update employee',
  deleteEmployee: 'Failed to delete employee',
  renewEmployee: 'Failed to submit renewal request',
  requestCancellation: 'Failed to submit cancellation request',
  registerClient: 'Registration failed. Please try again.',
}
const FAILED = {
  getStats: 'Failed to load dashboard data',
  listExpiringVisas: 'Failed to load dashboard data',
  getAnalytics: 'Failed to load dashboard data',
  getCharts: 'Failed to load dashboard data',
  listApplications: 'Failed to load applications',
  switchCompany: 'Failed to switch company',
  logout: 'Logout failed',
  getApplication: 'Failed to load application',
  listStages: 'Failed to load stages',
  setExpiryDate: 'Failed to update expiry date',
  updateStage: 'Failed to update status',
  addStage: 'Failed to add stage',
  listCompanies: 'Failed to load companies',
  changeCompanyCategory: 'Failed to update category',
  listUsers: 'Failed to load users',
  approveUser: 'Failed to approve user',
  getCompany: 'Failed to load company profile',
  updateCompany: 'Failed to update company',
  setCompanyDocuments: 'Failed to upload document',
  deleteCompanyDocument: 'Failed to delete document',
  listTransactions: 'Failed to load transactions',
  listEmployees: 'Failed to load employees',
}
/** Failures that are only logged (§8). */
const SILENT = ['getBalance', 'me', 'takeSession', 'getSettings']

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
const code = Object.entries(sources)
  .filter(([path]) => !path.endsWith('.test.ts'))
  .map(([, text]) => text)
  .join('\n')

describe('the toasts of §8', () => {
  it.each<[Kind, Record<string, string>]>([
    ['done', DONE],
    ['failed_without_detail', FAILED_WITHOUT_DETAIL],
    ['failed', FAILED],
  ])('%s: each text is exact', (kind, texts) => {
    const said = Object.fromEntries(Object.keys(texts).map((key) => [key, TOASTS[key]?.[kind]]))
    expect(said).toEqual(texts)
  })

  it('belong to a call that the screens send, or are named by one of them', () => {
    const keys = new Set([DONE, FAILED_WITHOUT_DETAIL, FAILED].flatMap((texts) => Object.keys(texts)))
    const unsaid = [...keys].filter((key) => !(key in calls ? new RegExp(`\\b${key}\\b`) : new RegExp(`['\`.(]${key}\\b`)).test(code))
    expect(unsaid).toEqual([])
  })

  it('say each failure in one way only', () => {
    for (const { failed, failed_without_detail } of Object.values(TOASTS)) expect(failed && failed_without_detail).toBeFalsy()
  })

  it('are not there for what fails silently', () => {
    expect(SILENT.filter((key) => TOASTS[key]?.failed ?? TOASTS[key]?.failed_without_detail)).toEqual([])
  })
})
