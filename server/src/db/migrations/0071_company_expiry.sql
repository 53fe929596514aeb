-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_of_company_expiry" ON "visa_applications" USING btree ("company_id","expires_on","id") WHERE "visa_applications"."expires_on" is not null;
