-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_by_name" ON "visa_applications" USING btree (left(split_part("search_text", E'\n', 1), 90),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_of_company_by_name" ON "visa_applications" USING btree ("company_id",left(split_part("search_text", E'\n', 1), 90),"id");
