-- outside a transaction
ALTER TABLE "documents" VALIDATE CONSTRAINT "documents_message_id_messages_id_fk";--> statement-breakpoint
ALTER TABLE "documents" VALIDATE CONSTRAINT "documents_one_record";--> statement-breakpoint
ALTER TABLE "changes" VALIDATE CONSTRAINT "changes_noun";--> statement-breakpoint
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_kind";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_of_message" ON "documents" USING btree ("message_id") WHERE "documents"."message_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_unused" ON "documents" USING btree ("created_at") WHERE "documents"."application_id" is null and "documents"."stage_id" is null and "documents"."company_id" is null and "documents"."transaction_id" is null and "documents"."user_id" is null and "documents"."message_id" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "documents_unattached";
