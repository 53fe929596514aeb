-- outside a transaction
-- The links of a list's rows come from the index alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_links" ON "documents" USING btree ("application_id","slot","id") WHERE "documents"."application_id" is not null;
