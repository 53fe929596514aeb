-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_by_passport" ON "visa_applications" USING btree (left(coalesce("passport_number", chr(1114111)), 90) COLLATE "C","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_of_company_by_passport" ON "visa_applications" USING btree ("company_id",left(coalesce("passport_number", chr(1114111)), 90) COLLATE "C","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_by_passport_down" ON "visa_applications" USING btree (left(coalesce("passport_number", ''), 90) COLLATE "C","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_of_company_by_passport_down" ON "visa_applications" USING btree ("company_id",left(coalesce("passport_number", ''), 90) COLLATE "C","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_by_nationality" ON "visa_applications" USING btree (left(lower("nationality"), 90),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_of_company_by_nationality" ON "visa_applications" USING btree ("company_id",left(lower("nationality"), 90),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_by_visa_type" ON "visa_applications" USING btree ("visa_type","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_of_company_by_visa_type" ON "visa_applications" USING btree ("company_id","visa_type","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_by_priority" ON "visa_applications" USING btree ("priority","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_of_company_by_priority" ON "visa_applications" USING btree ("company_id","priority","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_by_stage" ON "visa_applications" USING btree (array_position('{"Offer Letter","Labor Fees","Entry Permit","Change Status","Medical Test","Emirates ID","Visa Stamping"}'::text[], "current_stage"),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_of_company_by_stage" ON "visa_applications" USING btree ("company_id",array_position('{"Offer Letter","Labor Fees","Entry Permit","Change Status","Medical Test","Emirates ID","Visa Stamping"}'::text[], "current_stage"),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_by_company" ON "visa_applications" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_active" ON "visa_applications" USING btree ("priority","id") WHERE "visa_applications"."status" = 'active';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_of_company_active" ON "visa_applications" USING btree ("company_id","priority","id") WHERE "visa_applications"."status" = 'active';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_by_work" ON "visa_applications" USING btree ("stage_status","priority","id") WHERE "visa_applications"."status" = 'active';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_by_expiry" ON "visa_applications" USING btree ("expires_on","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "companies_by_name" ON "companies" USING btree (left("search_text", 90),"id");--> statement-breakpoint
ANALYZE "visa_applications";--> statement-breakpoint
ANALYZE "companies";
