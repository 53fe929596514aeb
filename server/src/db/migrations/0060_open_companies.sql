-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "company_counts_open" ON "company_counts" USING btree ("company_id") WHERE "company_counts"."kind" = 'status' and "company_counts"."value" = 'active';
