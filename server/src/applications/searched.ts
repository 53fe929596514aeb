import { applications, monthOf } from '../db/applications.table.ts'
import type { Search } from '../db/search.ts'

/** Where a word is looked for: in an application's own text and in its company's name. */
export const searched = (word: Search['word']): Pick<Search, 'word' | 'table' | 'text' | 'company' | 'made'> => ({
  word,
  table: applications,
  text: applications.search_text,
  company: { id: applications.company_id, name: word },
  made: { at: applications.submitted_at, monthOf },
})
