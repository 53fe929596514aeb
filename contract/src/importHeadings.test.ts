import { describe, expect, it } from 'vitest'
import { IMPORT_COLUMNS, importLabel } from './importColumns.ts'
import { columnOf, columnsOf, headingRow } from './importHeadings.ts'

describe('a heading', () => {
  it('of a table of the portal stands for its column, in both languages, and no two are alike', () => {
    for (const language of ['en', 'ar'] as const) {
      const labels = IMPORT_COLUMNS.map((column) => importLabel(column, language))
      expect(columnsOf(labels)).toEqual(IMPORT_COLUMNS)
    }
  })

  it.each([
    ['EMPLOYEE NAME', 'employee_name'],
    ['Passport No.', 'passport_number'],
    ['PPT #', 'passport_number'],
    ['Visa Expiry', 'visa_expiry_date'],
    ['Residency Exp. Date', 'visa_expiry_date'],
    ['EID Expiry Date', 'eid_expiry_date'],
    ['Date of Issue (Passport)', 'passport.issued_on'],
    ['Labour Card No', 'work_permit.number'],
    ['Labour card expiry', 'work_permit.expires_on'],
    ['Medical Insurance Expiry', 'health_insurance.expires_on'],
    ['ILOE valid until', 'unemployment_insurance.expires_on'],
    ['اسم الموظف', 'employee_name'],
    ['رقم الجواز', 'passport_number'],
    ['تاريخ إنتهاء الجواز', 'passport.expires_on'],
    ['تاريخ انتهاء الاقامه', 'visa_expiry_date'],
    ['انتهاء بطاقة العمل', 'work_permit.expires_on'],
    ['المهنة', 'designation'],
    ['Trade Licence Expiry', 'trade_license.expires_on'],
    ['Ejari No.', 'tenancy.number'],
    ['PRO card valid until', 'representative_card.expires_on'],
    ['تاريخ انتهاء بطاقة المنشاة', 'establishment_card.expires_on'],
    ['الجنسيّة', 'nationality'],
    ['Expiry', undefined],
    ['Salary', undefined],
    ['', undefined],
  ])('%s stands for %s', (heading, column) => {
    expect(columnOf(heading)).toBe(column)
  })

  it('that stands for a column of another one before it stands for none', () => {
    expect(columnsOf(['Name', 'Employee', 'Passport'])).toEqual(['employee_name', undefined, 'passport_number'])
  })

  it('may stand below a title', () => {
    expect(headingRow([['Falcon Trading LLC'], [''], ['No', 'Name', 'Passport No'], ['1', 'Sara', 'N1']])).toBe(2)
    expect(headingRow([[''], ['A', 'B'], ['1', '2']])).toBe(1)
  })
})
