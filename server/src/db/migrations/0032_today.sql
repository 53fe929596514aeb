-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_in_stage" ON "visa_applications" USING btree ("current_stage","priority","stage_since","id") WHERE "visa_applications"."status" = 'active';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_not_begun" ON "visa_applications" USING btree ("current_stage","priority","stage_since","id") WHERE "visa_applications"."status" = 'active' and "visa_applications"."stage_status" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_refused" ON "visa_applications" USING btree ("company_id","stage_since","id") WHERE "visa_applications"."status" = 'active' and "visa_applications"."refused";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_waiting" ON "users" USING btree ("created_at","id") WHERE not "users"."approved" and "users"."role" <> 'admin';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_to_cancel" ON "employees" USING btree ("cancellation_requested_at","id") WHERE "employees"."status" = 'cancellation_requested';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_expiring" ON "employees" USING btree ("visa_expiry_date","id") WHERE "employees"."status" = 'active';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_expiring_of_company" ON "employees" USING btree ("company_id","visa_expiry_date","id") WHERE "employees"."status" = 'active';
