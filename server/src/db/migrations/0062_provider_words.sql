-- outside a transaction
ALTER TABLE "history" DROP CONSTRAINT IF EXISTS "history_record_type",
	ADD CONSTRAINT "history_record_type" CHECK ("history"."record_type" in ('application', 'company', 'employee', 'user', 'transaction', 'settings')) NOT VALID;--> statement-breakpoint
ALTER TABLE "history" VALIDATE CONSTRAINT "history_record_type";--> statement-breakpoint
ALTER TABLE "history" DROP CONSTRAINT IF EXISTS "history_action",
	ADD CONSTRAINT "history_action" CHECK ("history"."action" in ('submitted', 'stage_added', 'stage_changed', 'stage_undone', 'stage_document_added', 'document_added', 'document_deleted', 'expiry_date_set', 'completed', 'reopened', 'withdrawn', 'assigned', 'facts_corrected', 'created', 'changed', 'category_changed', 'renewal_submitted', 'cancellation_requested', 'cancelled', 'reactivated', 'user_approved', 'user_invited', 'account_ended', 'two_step_on', 'two_step_off', 'recovery_codes_renewed', 'recovery_code_used', 'topup_requested', 'topup_approved', 'topup_rejected', 'reversed', 'bank_asked', 'bank_in_force', 'bank_cancelled', 'erased')) NOT VALID;--> statement-breakpoint
ALTER TABLE "history" VALIDATE CONSTRAINT "history_action";--> statement-breakpoint
ALTER TABLE "accesses" DROP CONSTRAINT IF EXISTS "accesses_record_type",
	ADD CONSTRAINT "accesses_record_type" CHECK ("accesses"."record_type" in ('application', 'employee', 'user', 'company', 'transaction', 'document', 'sign_in', 'journal', 'settings', 'other')) NOT VALID;--> statement-breakpoint
ALTER TABLE "accesses" VALIDATE CONSTRAINT "accesses_record_type";--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT IF EXISTS "mails_kind",
	ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('invitation', 'password_reset', 'password_changed', 'new_device', 'google_linked', 'registration_received', 'account_approved', 'two_step_on', 'two_step_off', 'recovery_code_used', 'bank_details', 'registration_waiting', 'stage_decided', 'application_withdrawn', 'topup_decided', 'visa_expiring', 'message_received', 'application_submitted', 'renewal_requested', 'cancellation_requested', 'documents_received', 'daily_digest')) NOT VALID;--> statement-breakpoint
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_kind";--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT IF EXISTS "notices_kind",
	ADD CONSTRAINT "notices_kind" CHECK ("notices"."kind" in ('registration_waiting', 'application_submitted', 'renewal_requested', 'cancellation_requested', 'cancellation_decided', 'topup_requested', 'topup_decided', 'stage_decided', 'application_withdrawn', 'message_received', 'documents_received', 'bank_details')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_kind";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "mails_urgent";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_urgent" ON "mails" USING btree ("due_at","id") WHERE "mails"."ended_at" is null and "mails"."kind" in ('invitation', 'password_reset', 'password_changed', 'new_device', 'google_linked', 'two_step_on', 'two_step_off', 'recovery_code_used', 'bank_details');
