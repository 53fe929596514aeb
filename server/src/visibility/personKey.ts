import { sql } from 'drizzle-orm'
import { applications } from '../db/schema.ts'

/** Who an application is about, within its company: the passport, else name and nationality without case (S5). */
export const personKey = sql<string>`coalesce(${applications.passport_number}, lower(${applications.employee_name}) || E'\n' || lower(${applications.nationality}))`
