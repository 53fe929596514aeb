-- outside a transaction
ALTER TABLE "documents" VALIDATE CONSTRAINT "documents_paper_id_papers_id_fk";--> statement-breakpoint
ALTER TABLE "documents" VALIDATE CONSTRAINT "documents_one_record";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "documents_of_paper" ON "documents" USING btree ("paper_id") WHERE "documents"."paper_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_unattached" ON "documents" USING btree ("created_at") WHERE "documents"."application_id" is null and "documents"."stage_id" is null and "documents"."company_id" is null and "documents"."transaction_id" is null and "documents"."user_id" is null and "documents"."message_id" is null and "documents"."paper_id" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "documents_unused";
