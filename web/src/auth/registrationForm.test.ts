import { describe, expect, it } from 'vitest'
import { EMPTY, FIELD_ORDER, problemsOfRegistration, type RegistrationField, registrationOf } from './registrationForm.ts'

const labels = Object.fromEntries(FIELD_ORDER.map((field) => [field, `The ${field.replace('_', ' ')}`])) as Record<
  RegistrationField,
  string
>
const words = { short: 'Password must be at least 6 characters', confirm: 'Confirm it', mismatch: 'Passwords do not match' }
const complete = {
  ...EMPTY,
  company_name: 'Falcon Trading LLC',
  trade_license: 'CN-1',
  contact_person: 'Mariam Saeed',
  company_email: 'office@falcon.example',
  company_phone: '+971 4 555 0101',
  user_full_name: 'Omar Aziz',
  user_email: 'omar@falcon.example',
  user_password: 'secret',
  confirm_password: 'secret',
}
const problems = (values: typeof complete) => problemsOfRegistration(values, labels, words)

describe('problemsOfRegistration (§5)', () => {
  it('finds none in a complete form with a password of six characters', () => {
    expect(problems(complete)).toEqual({})
  })
  it('names every empty field by its label', () => {
    expect(Object.keys(problems(EMPTY)).sort()).toEqual(FIELD_ORDER.filter((field) => field !== 'company_category').sort())
    expect(problems({ ...complete, trade_license: '  ' })).toEqual({ trade_license: 'The trade license is required' })
  })
  it('says the exact sentences about passwords', () => {
    expect(problems({ ...complete, user_password: '12345', confirm_password: '12345' })).toEqual({
      user_password: 'Password must be at least 6 characters',
    })
    expect(problems({ ...complete, confirm_password: 'Secret' })).toEqual({ confirm_password: 'Passwords do not match' })
  })
  it('speaks of a copied field where it is typed', () => {
    const copied = { ...complete, same_as_contact: true, company_email: 'nobody', user_full_name: '', user_email: '' }
    expect(problems(copied)).toEqual({ company_email: 'The company email is not a valid e-mail address' })
  })
})

describe('registrationOf', () => {
  it('copies the contact person and the company e-mail while they are the same', () => {
    const sent = registrationOf({ ...complete, same_as_contact: true })
    expect(sent).toMatchObject({ user_full_name: 'Mariam Saeed', user_email: 'office@falcon.example' })
    expect(sent).not.toHaveProperty('confirm_password')
    expect(sent).not.toHaveProperty('same_as_contact')
  })
})
