-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_by_first_name" ON "employees" USING btree (left(split_part("search_text", E'\n', 1), 90),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_of_company_by_first_name" ON "employees" USING btree ("company_id",left(split_part("search_text", E'\n', 1), 90),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_by_passport" ON "employees" USING btree (left("passport_number", 90) COLLATE "C","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_of_company_by_passport" ON "employees" USING btree ("company_id",left("passport_number", 90) COLLATE "C","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_by_nationality" ON "employees" USING btree (left(lower("nationality"), 90),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_of_company_by_nationality" ON "employees" USING btree ("company_id",left(lower("nationality"), 90),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_by_expiry" ON "employees" USING btree (coalesce("visa_expiry_date", 'infinity'::date),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_of_company_by_expiry" ON "employees" USING btree ("company_id",coalesce("visa_expiry_date", 'infinity'::date),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_by_expiry_down" ON "employees" USING btree (coalesce("visa_expiry_date", '-infinity'::date),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_of_company_by_expiry_down" ON "employees" USING btree ("company_id",coalesce("visa_expiry_date", '-infinity'::date),"id");--> statement-breakpoint
ANALYZE "employees";
