-- outside a transaction
ALTER TABLE "mails" DROP CONSTRAINT IF EXISTS "mails_kind",
	ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('invitation', 'password_reset', 'password_changed', 'new_device', 'google_linked', 'registration_received', 'account_approved', 'two_step_on', 'two_step_off', 'recovery_code_used', 'bank_details', 'company_corrected', 'cases_assigned', 'reversal_made', 'company_deleted', 'registration_waiting', 'stage_decided', 'application_withdrawn', 'topup_decided', 'visa_expiring', 'message_received', 'application_submitted', 'renewal_requested', 'cancellation_requested', 'documents_received', 'daily_digest')) NOT VALID;--> statement-breakpoint
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_kind";
