import { describe, expect, it } from 'vitest'
import arMails from '../server/src/mails/words/ar.json' with { type: 'json' }
import enMails from '../server/src/mails/words/en.json' with { type: 'json' }
import ar from '../web/src/messages/ar.json' with { type: 'json' }
import en from '../web/src/messages/en.json' with { type: 'json' }

const MAILED = [
  'registration_waiting',
  'stage_approved',
  'stage_rejected',
  'stage_news',
  'application_withdrawn',
  'topup_approved',
  'topup_rejected',
  'message_received',
  'application_submitted',
  'renewal_requested',
  'cancellation_requested',
  'documents_received',
  'company_corrected',
  'cases_assigned',
  'reversal_made',
  'company_deleted',
] as const

describe('a notice', () => {
  it.each(MAILED)('has the words of its mail: %s', (kind) => {
    expect(en.notices.sentences[kind]).toBe(enMails[kind].subject)
    expect(ar.notices.sentences[kind]).toBe(arMails[kind].subject)
  })

  it.each(['name', 'trade_license', 'contact_person', 'email', 'phone'] as const)(
    'names what was corrected as its mail does: %s',
    (field) => {
      expect(en.history.fields[field]).toBe(enMails.rows[field])
      expect(ar.history.fields[field]).toBe(arMails.rows[field])
    },
  )
})
