-- outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "transactions_reference" ON "transactions" USING btree ("reference");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_words" ON "transactions" USING gin (grams(lower(coalesce("employee_name", "reference", '')))) WITH (gin_pending_list_limit = 128);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transactions_grams";
