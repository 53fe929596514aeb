import { z } from 'zod'
import { Language } from './account.ts'
import { ArchiveReply, call } from './call.ts'
import { IdList } from './fields.ts'
import { MB } from './units.ts'

/** An archive takes so much and no more; beyond it the call is refused with 413. */
export const MAX_ARCHIVE_CASES = 100
export const MAX_ARCHIVE_BYTES = 2_048 * MB

export const archiveDocuments = call('archiveDocuments', 'GET /visa-applications/archive', {
  access: ['admin', 'company_admin', 'employee'],
  summary:
    'All documents of up to 100 applications as one ZIP, those of stages and messages too, a folder each; what cannot be read is named in missing.txt',
  query: z.object({ application_ids: IdList, language: Language.default('en') }),
  reply: ArchiveReply,
  answers: 'file',
  extension: true,
  journal: 'application',
  refuses: [404, 409, 413, 429],
})
