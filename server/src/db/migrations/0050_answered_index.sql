-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_answered" ON "visa_applications" USING btree ("priority","answered_at","id") WHERE "visa_applications"."status" = 'active' and "visa_applications"."answered_at" is not null;
