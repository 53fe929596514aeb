-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_active_expiry" ON "visa_applications" USING btree ("expires_on","id") WHERE "visa_applications"."status" = 'active' and "visa_applications"."expires_on" is not null;
