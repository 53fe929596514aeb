import type { VisaApplication } from 'contract'
import { describe, expect, it } from 'vitest'
import { peopleOf } from './people.ts'

const application = (employee_name: string, passport_number: string | null, nationality = 'Indian') =>
  ({ employee_name, passport_number, nationality }) as VisaApplication

describe('peopleOf (B6)', () => {
  it('groups by passport, the newest application first, whatever the name', () => {
    const people = peopleOf([application('Sara Khan-Haddad', 'N1'), application('Maya Nair', 'N2'), application('Sara Khan', 'N1')])
    expect(people.map(({ newest, applications }) => [newest.employee_name, applications.length])).toEqual([
      ['Sara Khan-Haddad', 2],
      ['Maya Nair', 1],
    ])
  })

  it('takes name and nationality without case where there is no passport number (S5)', () => {
    const people = peopleOf([application('Ali Raza', null), application('ali raza', null), application('Ali Raza', null, 'Omani')])
    expect(people.map(({ applications }) => applications.length)).toEqual([2, 1])
  })

  it('is empty without applications', () => {
    expect(peopleOf([])).toEqual([])
  })
})
