-- outside a transaction
-- beside the version before
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_renewing_of_company" ON "visa_applications" USING btree ("company_id","person_id") WHERE "visa_applications"."application_type" = 'renewal' and "visa_applications"."status" = 'active';
