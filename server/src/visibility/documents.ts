import { and, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { documents } from '../db/documents.table.ts'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { users } from '../db/people.table.ts'
import { transactions } from '../db/wallet.table.ts'
import type { Viewer } from '../http/session.ts'
import { visibleApplication } from './applications.ts'
import { visibleCompany } from './companies.ts'
import { visiblePaper } from './papers.ts'
import { visibleTransaction } from './transactions.ts'
import { visibleUser } from './users.ts'

export const unattached = and(
  isNull(documents.application_id),
  isNull(documents.stage_id),
  isNull(documents.company_id),
  isNull(documents.transaction_id),
  isNull(documents.user_id),
  isNull(documents.message_id),
  isNull(documents.paper_id),
)

/** Visible to those who see the record, or if unattached to the uploader (D4). The query must join the records. */
export const visibleDocument = (db: Db, viewer: Viewer): SQL | undefined =>
  or(
    and(unattached, eq(documents.uploaded_by, viewer.id)),
    and(isNull(documents.message_id), isNotNull(applications.id), visibleApplication(viewer)),
    viewer.role === 'employee' ? undefined : and(isNotNull(documents.message_id), visibleApplication(viewer)),
    and(isNotNull(companies.id), visibleCompany(viewer)),
    and(isNotNull(papers.id), visiblePaper(viewer)),
    and(isNotNull(transactions.id), visibleTransaction(viewer)),
    and(isNotNull(documents.user_id), or(eq(documents.user_id, viewer.id), visiblePicture(db, viewer))),
  )

/** A picture is visible to those who see the user on a card (B8). */
const visiblePicture = (db: Db, viewer: Viewer): SQL =>
  inArray(documents.user_id, db.select({ id: users.id }).from(users).where(visibleUser(db, viewer)))
