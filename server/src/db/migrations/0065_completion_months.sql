-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_completed_in" ON "visa_applications" USING btree (date_trunc('month', "completed_at" AT TIME ZONE 'Asia/Dubai'),"submitted_at","id") WHERE "visa_applications"."status" = 'completed';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_of_company_completed_in" ON "visa_applications" USING btree ("company_id",date_trunc('month', "completed_at" AT TIME ZONE 'Asia/Dubai'),"submitted_at","id") WHERE "visa_applications"."status" = 'completed';--> statement-breakpoint
ANALYZE "visa_applications";
