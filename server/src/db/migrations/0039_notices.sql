CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reader_id" uuid,
	"company_id" uuid,
	"application_id" uuid,
	"facts" jsonb NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"mailed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "notices_kind" CHECK ("notices"."kind" in ('registration_waiting', 'application_submitted', 'renewal_requested', 'cancellation_requested', 'cancellation_decided', 'topup_requested', 'topup_decided', 'stage_decided', 'application_withdrawn', 'message_received', 'documents_received'))
);--> statement-breakpoint
CREATE TABLE "notice_marks" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"read_up_to" timestamptz(3) NOT NULL
);--> statement-breakpoint
CREATE TABLE "notice_reads" (
	"user_id" uuid NOT NULL,
	"notice_id" uuid NOT NULL,
	CONSTRAINT "notice_reads_user_id_notice_id_pk" PRIMARY KEY("user_id","notice_id")
);--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_marks" ADD CONSTRAINT "notice_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_reads" ADD CONSTRAINT "notice_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_reads" ADD CONSTRAINT "notice_reads_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_of_reader" ON "notices" USING btree ("reader_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notices_by_age" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notices_of_company" ON "notices" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "notices_of_application" ON "notices" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "notices_unmailed" ON "notices" USING btree ("created_at") WHERE "notices"."reader_id" is null and not "notices"."mailed";--> statement-breakpoint
CREATE INDEX "notice_reads_of_notice" ON "notice_reads" USING btree ("notice_id");--> statement-breakpoint

ALTER TABLE "changes" DROP CONSTRAINT "changes_noun";--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_noun" CHECK ("changes"."noun" in ('application', 'company', 'employee', 'transaction', 'user', 'message', 'note', 'notice', 'session')) NOT VALID;--> statement-breakpoint
-- Under the reader's id, or one that stands for all administrators. A removal is told by what was removed.
CREATE FUNCTION tell_notices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'notices' THEN
		INSERT INTO changes (noun, id) SELECT DISTINCT 'notice', coalesce(c.reader_id, '00000000-0000-0000-0000-000000000000') FROM changed c ON CONFLICT DO NOTHING;
	ELSE
		INSERT INTO changes (noun, id) SELECT DISTINCT 'notice', c.user_id FROM changed c ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER notices_inserts_told AFTER INSERT ON "notices" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_notices();--> statement-breakpoint
CREATE TRIGGER notice_marks_inserts_told AFTER INSERT ON "notice_marks" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_notices();--> statement-breakpoint
CREATE TRIGGER notice_marks_updates_told AFTER UPDATE ON "notice_marks" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_notices();--> statement-breakpoint
CREATE TRIGGER notice_reads_inserts_told AFTER INSERT ON "notice_reads" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_notices();
