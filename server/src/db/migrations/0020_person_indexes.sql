-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_by_person" ON "visa_applications" USING btree ("person_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_same_name" ON "visa_applications" USING btree ("company_id",person_name("employee_name", "nationality"));--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_by_person" ON "employees" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_by_name" ON "employees" USING btree ("company_id",person_name("employee_name", "nationality"));
