import { expect, it } from 'vitest'
import { targetOf } from './noticeTarget.ts'

it('a notice of a record leads to it by its id, not by the name', () => {
  const about = { application_id: null, employee_id: 'e1', employee_name: 'Sara Khan' }
  expect(targetOf({ ...about, kind: 'cancellation_requested' })).toEqual({
    to: '/employees/e1',
    search: { dialog: 'review', employee: 'e1' },
  })
  expect(targetOf({ ...about, kind: 'cancellation_decided' })).toEqual({ to: '/employees/e1' })
  expect(targetOf({ kind: 'message_received', application_id: 'a1', employee_id: null })).toEqual({ to: '/applications/a1' })
})
