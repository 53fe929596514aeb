-- outside a transaction
ALTER TABLE "visa_applications" ADD COLUMN IF NOT EXISTS "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "visa_applications" DROP CONSTRAINT IF EXISTS "visa_applications_assignee_id_users_id_fk",
	ADD CONSTRAINT "visa_applications_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "visa_applications" VALIDATE CONSTRAINT "visa_applications_assignee_id_users_id_fk";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_of_assignee" ON "visa_applications" USING btree ("assignee_id","submitted_at","id") WHERE "visa_applications"."assignee_id" is not null;--> statement-breakpoint
ALTER TABLE "history" DROP CONSTRAINT IF EXISTS "history_action",
	ADD CONSTRAINT "history_action" CHECK ("history"."action" in ('submitted', 'stage_added', 'stage_changed', 'stage_undone', 'stage_document_added', 'document_added', 'document_deleted', 'expiry_date_set', 'completed', 'reopened', 'withdrawn', 'assigned', 'created', 'changed', 'category_changed', 'renewal_submitted', 'cancellation_requested', 'cancelled', 'reactivated', 'user_approved', 'user_invited', 'two_step_on', 'two_step_off', 'recovery_codes_renewed', 'recovery_code_used', 'topup_requested', 'topup_approved', 'topup_rejected', 'reversed', 'erased')) NOT VALID;--> statement-breakpoint
ALTER TABLE "history" VALIDATE CONSTRAINT "history_action";--> statement-breakpoint
-- What an application owes is no part of it that anybody sees there: whoever may see its payment hears of that. Who carries it is told to
-- administrators alone: without a company.
CREATE OR REPLACE FUNCTION tell_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO changes (noun, id, company_id)
		SELECT 'application', c.id,
			CASE WHEN c.assignee_id IS NOT DISTINCT FROM b.assignee_id OR to_jsonb(c) - 'assignee_id' <> to_jsonb(b) - 'assignee_id' THEN c.company_id END
		FROM changed c JOIN before b ON b.id = c.id
		WHERE CASE WHEN c.due_fils = b.due_fils THEN true ELSE to_jsonb(c) - 'due_fils' <> to_jsonb(b) - 'due_fils' END
		ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
