CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"author_id" uuid,
	"author_name" text NOT NULL,
	"text" text,
	"created_at" timestamptz(3) NOT NULL,
	"side" text NOT NULL,
	CONSTRAINT "messages_side" CHECK ("messages"."side" in ('provider', 'company'))
);--> statement-breakpoint
CREATE TABLE "message_reads" (
	"application_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"side" text NOT NULL,
	"read_at" timestamptz(3) NOT NULL,
	CONSTRAINT "message_reads_application_id_user_id_pk" PRIMARY KEY("application_id","user_id"),
	CONSTRAINT "message_reads_side" CHECK ("message_reads"."side" in ('provider', 'company'))
);--> statement-breakpoint
CREATE TABLE "internal_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"author_id" uuid,
	"author_name" text NOT NULL,
	"text" text,
	"created_at" timestamptz(3) NOT NULL
);--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reads" ADD CONSTRAINT "message_reads_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reads" ADD CONSTRAINT "message_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "internal_notes" ADD CONSTRAINT "internal_notes_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "internal_notes" ADD CONSTRAINT "internal_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_of_application" ON "messages" USING btree ("application_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_of_author" ON "messages" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "message_reads_by_user" ON "message_reads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "internal_notes_of_application" ON "internal_notes" USING btree ("application_id","created_at","id");--> statement-breakpoint
CREATE INDEX "internal_notes_of_author" ON "internal_notes" USING btree ("author_id");--> statement-breakpoint

ALTER TABLE "documents" ADD COLUMN "message_id" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_one_record";--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_one_record" CHECK (num_nonnulls("documents"."application_id", "documents"."stage_id", "documents"."company_id", "documents"."transaction_id", "documents"."user_id", "documents"."message_id") <= 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "changes" DROP CONSTRAINT "changes_noun";--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_noun" CHECK ("changes"."noun" in ('application', 'company', 'employee', 'transaction', 'user', 'message', 'note', 'session')) NOT VALID;--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind";--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('invitation', 'password_reset', 'password_changed', 'new_device', 'google_linked', 'registration_received', 'account_approved', 'two_step_on', 'two_step_off', 'recovery_code_used', 'registration_waiting', 'stage_decided', 'application_withdrawn', 'topup_decided', 'visa_expiring', 'message_received')) NOT VALID;--> statement-breakpoint

-- Messages and notes stay as they were written. They go with their application, and an erasure takes text and name.
CREATE FUNCTION guard_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	before jsonb := to_jsonb(OLD);
BEGIN
	IF TG_OP = 'DELETE' THEN
		IF pg_trigger_depth() > 1 THEN
			RETURN OLD;
		END IF;
	ELSIF to_jsonb(NEW) = before || '{"author_id": null}' THEN
		RETURN NEW;
	ELSIF is_erasing() AND to_jsonb(NEW) - '{text,author_name}'::text[] = before - '{text,author_name}'::text[]
		AND (NEW.text IS NULL OR NEW.text = OLD.text) AND NEW.author_name IN (OLD.author_name, erased(OLD.author_name)) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;--> statement-breakpoint
CREATE TRIGGER messages_append_only BEFORE UPDATE OR DELETE ON "messages" FOR EACH ROW EXECUTE FUNCTION guard_written();--> statement-breakpoint
CREATE TRIGGER internal_notes_append_only BEFORE UPDATE OR DELETE ON "internal_notes" FOR EACH ROW EXECUTE FUNCTION guard_written();--> statement-breakpoint
-- Under the application's id. What goes with its application is told by that.
CREATE FUNCTION tell_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO changes (noun, id, company_id)
		SELECT TG_ARGV[0], told.id, told.company_id FROM (
			SELECT c.application_id AS id, (SELECT a.company_id FROM visa_applications a WHERE a.id = c.application_id) AS company_id
			FROM changed c OFFSET 0
		) told WHERE told.company_id IS NOT NULL
		ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER messages_inserts_told AFTER INSERT ON "messages" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_written('message');--> statement-breakpoint
CREATE TRIGGER messages_updates_told AFTER UPDATE ON "messages" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_written('message');--> statement-breakpoint
CREATE TRIGGER message_reads_inserts_told AFTER INSERT ON "message_reads" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_written('message');--> statement-breakpoint
CREATE TRIGGER message_reads_updates_told AFTER UPDATE ON "message_reads" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_written('message');--> statement-breakpoint
CREATE TRIGGER internal_notes_inserts_told AFTER INSERT ON "internal_notes" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_written('note');--> statement-breakpoint
CREATE TRIGGER internal_notes_updates_told AFTER UPDATE ON "internal_notes" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_written('note');
