CREATE TABLE "drafts" (
	"user_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"document_ids" uuid[] NOT NULL,
	"saved_at" timestamptz(3) NOT NULL,
	CONSTRAINT "drafts_user_id_company_id_kind_pk" PRIMARY KEY("user_id","company_id","kind"),
	CONSTRAINT "drafts_kind" CHECK ("drafts"."kind" in ('new', 'renewal'))
);
--> statement-breakpoint
CREATE TABLE "history" (
	"id" uuid PRIMARY KEY NOT NULL,
	"happened_at" timestamptz(3) NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"record_type" text NOT NULL,
	"record_id" uuid NOT NULL,
	"action" text NOT NULL,
	"subject" text,
	"changes" jsonb NOT NULL,
	CONSTRAINT "history_record_type" CHECK ("history"."record_type" in ('application', 'company', 'employee', 'user')),
	CONSTRAINT "history_action" CHECK ("history"."action" in ('submitted', 'stage_added', 'stage_changed', 'stage_document_added', 'document_added', 'document_deleted', 'expiry_date_set', 'completed', 'reopened', 'created', 'changed', 'category_changed', 'renewal_submitted', 'cancellation_requested', 'cancelled', 'reactivated', 'user_approved'))
);
--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "cancellation_reason" text;--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "cancellation_notes" text;--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "cancellation_requested_by" uuid;--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "cancellation_requested_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drafts_by_time" ON "drafts" USING btree ("saved_at");--> statement-breakpoint
CREATE INDEX "history_of_record" ON "history" USING btree ("record_type","record_id","happened_at","id");--> statement-breakpoint
ALTER TABLE "employees" ADD CONSTRAINT "employees_cancellation_requested_by_users_id_fk" FOREIGN KEY ("cancellation_requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employees" ADD CONSTRAINT "employees_cancellation" CHECK (("employees"."cancellation_reason" is null) = ("employees"."cancellation_requested_at" is null));--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;--> statement-breakpoint
CREATE TRIGGER history_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "history" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
