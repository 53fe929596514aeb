-- outside a transaction
-- The lists of new rows stay short: whoever searches reads them, and one submission in about fifty sorts them in.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_grams" ON "visa_applications" USING gin (grams("search_text")) WITH (gin_pending_list_limit = 128);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_grams" ON "employees" USING gin (grams("search_text")) WITH (gin_pending_list_limit = 128);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_grams" ON "transactions" USING gin (grams(lower(coalesce("employee_name", '')))) WITH (gin_pending_list_limit = 128);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "companies_grams" ON "companies" USING gin (grams("search_text")) WITH (gin_pending_list_limit = 128);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_grams" ON "users" USING gin (grams(lower("full_name" || E'\n' || "email"))) WITH (gin_pending_list_limit = 128);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_of_company" ON "users" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_topups" ON "transactions" USING btree ("status","created_at","id") WHERE "transactions"."type" = 'topup';
