-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_renewing" ON "visa_applications" USING btree ("person_id") WHERE "visa_applications"."application_type" = 'renewal' and "visa_applications"."status" = 'active';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_by_status" ON "employees" USING btree ("status","created_at","id") WHERE "employees"."status" <> 'active';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_of_company_by_status" ON "employees" USING btree ("company_id","status","created_at","id") WHERE "employees"."status" <> 'active';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_by_name" ON "users" USING btree (left(lower("full_name"), 90),"id");--> statement-breakpoint
ANALYZE "employees";--> statement-breakpoint
ANALYZE "users";
