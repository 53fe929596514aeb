-- outside a transaction
ALTER TABLE "mails" DROP CONSTRAINT IF EXISTS "mails_kind",
	ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('invitation', 'password_reset', 'password_changed', 'new_device', 'google_linked', 'registration_received', 'account_approved', 'two_step_on', 'two_step_off', 'recovery_code_used', 'bank_details', 'company_corrected', 'cases_assigned', 'registration_waiting', 'stage_decided', 'application_withdrawn', 'topup_decided', 'visa_expiring', 'message_received', 'application_submitted', 'renewal_requested', 'cancellation_requested', 'documents_received', 'daily_digest')) NOT VALID;--> statement-breakpoint
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_kind";--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT IF EXISTS "notices_kind",
	ADD CONSTRAINT "notices_kind" CHECK ("notices"."kind" in ('registration_waiting', 'application_submitted', 'renewal_requested', 'cancellation_requested', 'cancellation_decided', 'topup_requested', 'topup_decided', 'stage_decided', 'application_withdrawn', 'message_received', 'documents_received', 'bank_details', 'company_corrected', 'cases_assigned')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_kind";--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN IF NOT EXISTS "admin_id" uuid;--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT IF EXISTS "notices_admin_id_users_id_fk",
	ADD CONSTRAINT "notices_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_admin_id_users_id_fk";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "notices_of_admin" ON "notices" USING btree ("admin_id") WHERE "notices"."admin_id" is not null;
