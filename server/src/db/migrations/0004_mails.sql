CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"company_id" uuid,
	"facts" jsonb,
	"once" text,
	"created_at" timestamptz(3) NOT NULL,
	"due_at" timestamptz(3) NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamptz(3),
	"ending" text,
	CONSTRAINT "mails_once" UNIQUE("once"),
	CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('invitation', 'password_reset', 'registration_received', 'account_approved', 'registration_waiting', 'stage_decided', 'topup_decided', 'visa_expiring')),
	CONSTRAINT "mails_ending" CHECK ("mails"."ending" in ('sent', 'muted', 'withdrawn', 'given_up')),
	CONSTRAINT "mails_ended" CHECK (("mails"."ended_at" is null) = ("mails"."ending" is null) and ("mails"."ended_at" is null) = ("mails"."facts" is not null))
);
--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("due_at","id") WHERE "mails"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "mails_by_user" ON "mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mails_by_company" ON "mails" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "mails_by_end" ON "mails" USING btree ("ended_at");