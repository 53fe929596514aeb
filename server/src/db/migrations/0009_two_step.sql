CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "two_steps" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed_secret" "bytea" NOT NULL,
	"begun_at" timestamptz(3) NOT NULL,
	"on_since" timestamptz(3),
	"last_step" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "history" DROP CONSTRAINT "history_action";--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind";--> statement-breakpoint
ALTER TABLE "one_time_links" DROP CONSTRAINT "one_time_links_purpose";--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_two_steps_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."two_steps"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_steps" ADD CONSTRAINT "two_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_action" CHECK ("history"."action" in ('submitted', 'stage_added', 'stage_changed', 'stage_document_added', 'document_added', 'document_deleted', 'expiry_date_set', 'completed', 'reopened', 'created', 'changed', 'category_changed', 'renewal_submitted', 'cancellation_requested', 'cancelled', 'reactivated', 'user_approved', 'user_invited', 'two_step_on', 'two_step_off', 'recovery_codes_renewed', 'recovery_code_used', 'topup_requested', 'topup_approved', 'topup_rejected', 'reversed', 'erased'));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('invitation', 'password_reset', 'registration_received', 'account_approved', 'two_step_on', 'two_step_off', 'recovery_code_used', 'registration_waiting', 'stage_decided', 'topup_decided', 'visa_expiring'));--> statement-breakpoint
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_purpose" CHECK ("one_time_links"."purpose" in ('invitation', 'reset', 'session', 'second_step'));