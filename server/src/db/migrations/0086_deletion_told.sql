-- outside a transaction
ALTER TABLE "notices" DROP CONSTRAINT IF EXISTS "notices_kind",
	ADD CONSTRAINT "notices_kind" CHECK ("notices"."kind" in ('registration_waiting', 'application_submitted', 'renewal_requested', 'cancellation_requested', 'cancellation_decided', 'topup_requested', 'topup_decided', 'stage_decided', 'application_withdrawn', 'message_received', 'documents_received', 'bank_details', 'company_corrected', 'cases_assigned', 'reversal_made', 'company_deleted')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_kind";
