-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_unassigned" ON "visa_applications" USING btree ("submitted_at","id") WHERE "visa_applications"."status" = 'active' and "visa_applications"."assignee_id" is null;
