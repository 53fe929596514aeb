ALTER TABLE "users" ADD COLUMN "mail_rhythm" text DEFAULT 'daily' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_mail_rhythm" CHECK ("users"."mail_rhythm" in ('daily', 'each')) NOT VALID;--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind";--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('invitation', 'password_reset', 'password_changed', 'new_device', 'google_linked', 'registration_received', 'account_approved', 'two_step_on', 'two_step_off', 'recovery_code_used', 'registration_waiting', 'stage_decided', 'application_withdrawn', 'topup_decided', 'visa_expiring', 'message_received', 'application_submitted', 'renewal_requested', 'cancellation_requested', 'documents_received', 'daily_digest')) NOT VALID;--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_ending";--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_ending" CHECK ("mails"."ending" in ('sent', 'kept', 'muted', 'withdrawn', 'given_up')) NOT VALID;
