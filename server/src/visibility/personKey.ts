import { sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'

/** The person of an application within its company: passport, else name and nationality, ignoring case (S5). */
export const personKey = sql<string>`coalesce(${applications.passport_number}, lower(${applications.employee_name}) || E'\n' || lower(${applications.nationality}))`
