-- outside a transaction
-- beside the version before
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_words" ON "visa_applications" USING gin (grams("search_text"),(array[date_trunc('month', "submitted_at" AT TIME ZONE 'Asia/Dubai')])) WITH (gin_pending_list_limit=128);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "visa_applications_grams";
