-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_by_reference" ON "visa_applications" USING btree (right("id"::text, 8) COLLATE "C");
