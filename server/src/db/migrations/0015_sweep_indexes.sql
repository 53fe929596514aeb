-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sessions_by_start" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "known_devices_by_time" ON "known_devices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "drafts_by_document" ON "drafts" USING gin ("document_ids") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_given_up" ON "mails" USING btree ("ended_at") WHERE "mails"."ending" = 'given_up';
