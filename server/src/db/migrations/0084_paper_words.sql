-- outside a transaction
ALTER TABLE "history" DROP CONSTRAINT IF EXISTS "history_action",
	ADD CONSTRAINT "history_action" CHECK ("history"."action" in ('submitted', 'stage_added', 'stage_changed', 'stage_undone', 'stage_document_added', 'document_added', 'document_deleted', 'expiry_date_set', 'completed', 'reopened', 'withdrawn', 'assigned', 'facts_corrected', 'created', 'changed', 'category_changed', 'renewal_submitted', 'cancellation_requested', 'cancelled', 'reactivated', 'user_approved', 'user_invited', 'account_ended', 'two_step_on', 'two_step_off', 'recovery_codes_renewed', 'recovery_code_used', 'topup_requested', 'topup_approved', 'topup_rejected', 'reversed', 'bank_asked', 'bank_in_force', 'bank_cancelled', 'rule_added', 'rule_confirmed', 'rule_doubted', 'paper_added', 'paper_renewed', 'paper_corrected', 'paper_withdrawn', 'deleted', 'erased')) NOT VALID;--> statement-breakpoint
ALTER TABLE "history" VALIDATE CONSTRAINT "history_action";--> statement-breakpoint
ALTER TABLE "accesses" DROP CONSTRAINT IF EXISTS "accesses_record_type",
	ADD CONSTRAINT "accesses_record_type" CHECK ("accesses"."record_type" in ('application', 'employee', 'user', 'company', 'transaction', 'paper', 'document', 'sign_in', 'journal', 'settings', 'other')) NOT VALID;--> statement-breakpoint
ALTER TABLE "accesses" VALIDATE CONSTRAINT "accesses_record_type";
