-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_nationals_newest" ON "visa_applications" USING btree ("nationality_word","submitted_at","id","status","priority",array_position('{"Offer Letter","Labor Fees","Entry Permit","Change Status","Medical Test","Emirates ID","Visa Stamping"}'::text[], "current_stage"),"company_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_nationals_by_priority" ON "visa_applications" USING btree ("nationality_word","priority","id","status",array_position('{"Offer Letter","Labor Fees","Entry Permit","Change Status","Medical Test","Emirates ID","Visa Stamping"}'::text[], "current_stage"),"company_id");--> statement-breakpoint
ANALYZE "visa_applications";
