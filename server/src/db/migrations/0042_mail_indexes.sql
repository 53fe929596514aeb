-- outside a transaction
ALTER TABLE "users" VALIDATE CONSTRAINT "users_mail_rhythm";--> statement-breakpoint
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_kind";--> statement-breakpoint
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_ending";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_administrators" ON "users" USING btree ("id") WHERE "users"."role" = 'admin';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_of_record" ON "users" USING btree ("employee_id") WHERE "users"."employee_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_in_outbox" ON "mails" USING btree ("created_at","id") WHERE "mails"."ended_at" is null or "mails"."ending" = 'kept';
