-- outside a transaction
ALTER TABLE "visa_applications" ADD COLUMN IF NOT EXISTS "withdrawn_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "visa_applications" DROP CONSTRAINT IF EXISTS "visa_applications_status", DROP CONSTRAINT IF EXISTS "visa_applications_withdrawn",
	ADD CONSTRAINT "visa_applications_status" CHECK ("visa_applications"."status" in ('active', 'completed', 'withdrawn')) NOT VALID,
	ADD CONSTRAINT "visa_applications_withdrawn" CHECK (("visa_applications"."status" = 'withdrawn') = ("visa_applications"."withdrawn_at" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "visa_applications" VALIDATE CONSTRAINT "visa_applications_status";--> statement-breakpoint
ALTER TABLE "visa_applications" VALIDATE CONSTRAINT "visa_applications_withdrawn";--> statement-breakpoint
ALTER TABLE "history" DROP CONSTRAINT IF EXISTS "history_action",
	ADD CONSTRAINT "history_action" CHECK ("history"."action" in ('submitted', 'stage_added', 'stage_changed', 'stage_document_added', 'document_added', 'document_deleted', 'expiry_date_set', 'completed', 'reopened', 'withdrawn', 'created', 'changed', 'category_changed', 'renewal_submitted', 'cancellation_requested', 'cancelled', 'reactivated', 'user_approved', 'user_invited', 'two_step_on', 'two_step_off', 'recovery_codes_renewed', 'recovery_code_used', 'topup_requested', 'topup_approved', 'topup_rejected', 'reversed', 'erased')) NOT VALID;--> statement-breakpoint
ALTER TABLE "history" VALIDATE CONSTRAINT "history_action";--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT IF EXISTS "mails_kind",
	ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('invitation', 'password_reset', 'password_changed', 'new_device', 'google_linked', 'registration_received', 'account_approved', 'two_step_on', 'two_step_off', 'recovery_code_used', 'registration_waiting', 'stage_decided', 'application_withdrawn', 'topup_decided', 'visa_expiring')) NOT VALID;--> statement-breakpoint
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_kind";--> statement-breakpoint
-- What a person's applications and records say now; one that was withdrawn says nothing (S13).
CREATE OR REPLACE FUNCTION keep_person(person uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	newest record;
	records record;
	dated date;
BEGIN
	PERFORM FROM persons WHERE id = person FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RETURN;
	END IF;
	SELECT a.id, a.submitted_at INTO newest FROM visa_applications a WHERE a.person_id = person AND a.status <> 'withdrawn' ORDER BY a.submitted_at DESC, a.id DESC LIMIT 1;
	SELECT max(a.expires_on) INTO dated FROM visa_applications a WHERE a.person_id = person AND a.status <> 'withdrawn';
	SELECT count(*) AS held, bool_or(e.status = 'active') AS active, max(e.visa_expiry_date) AS dated INTO records FROM employees e WHERE e.person_id = person;
	IF newest.id IS NULL AND records.held = 0 AND NOT EXISTS (SELECT FROM visa_applications a WHERE a.person_id = person) THEN
		DELETE FROM persons WHERE id = person;
	ELSE
		UPDATE persons p SET application_id = newest.id, applied_at = newest.submitted_at, expires_on = greatest(dated, records.dated),
			cancelled = NOT coalesce(records.active, true)
		WHERE p.id = person AND (p.application_id, p.applied_at, p.expires_on, p.cancelled)
			IS DISTINCT FROM (newest.id, newest.submitted_at, greatest(dated, records.dated), NOT coalesce(records.active, true));
	END IF;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER visa_applications_about_anew AFTER UPDATE ON "visa_applications" FOR EACH ROW
	WHEN ((OLD.person_id, OLD.expires_on, OLD.submitted_at, OLD.withdrawn_at) IS DISTINCT FROM (NEW.person_id, NEW.expires_on, NEW.submitted_at, NEW.withdrawn_at))
	EXECUTE FUNCTION note_person();--> statement-breakpoint
-- A withdrawn application counts by its status alone.
CREATE OR REPLACE FUNCTION analysed(status text, value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE WHEN status <> 'withdrawn' THEN value END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION counted_rows(companies uuid[]) RETURNS TABLE (company_id uuid, kind text, value text, number bigint) LANGUAGE sql STABLE AS $$
	SELECT a.company_id, of.kind, of.value, count(*) FROM visa_applications a,
		LATERAL (VALUES ('status', a.status), ('stage', analysed(a.status, a.current_stage)), ('nationality', analysed(a.status, a.nationality))) AS of(kind, value)
		WHERE a.company_id = ANY(companies) AND of.value IS NOT NULL GROUP BY 1, 2, 3
	UNION ALL
	SELECT e.company_id, of.kind, of.value, count(*) FROM employees e,
		LATERAL (VALUES ('employee', e.status), ('expiry', expiry_counted(e.status, e.visa_expiry_date))) AS of(kind, value)
		WHERE e.company_id = ANY(companies) AND of.value IS NOT NULL GROUP BY 1, 2, 3
	UNION ALL
	SELECT p.company_id, 'people', '', count(*) FROM persons p WHERE p.company_id = ANY(companies) AND p.applied_at IS NOT NULL GROUP BY 1
	UNION ALL
	SELECT t.company_id, 'transaction', '', count(*) FROM transactions t WHERE t.company_id = ANY(companies) GROUP BY 1
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_applications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_counts(by_company.company_id, by_company.kinds, by_company.valued, by_company.numbers) FROM (
		SELECT of.company_id, array_agg(of.kind) kinds, array_agg(of.value) valued, array_agg(of.number) numbers FROM (
			SELECT c.company_id, each.kind, each.value, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END AS number FROM changed c,
				LATERAL (VALUES ('status', c.status), ('stage', analysed(c.status, c.current_stage)), ('nationality', analysed(c.status, c.nationality))) AS each(kind, value) GROUP BY 1, 2, 3
		) of GROUP BY of.company_id ORDER BY of.company_id
	) by_company;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION recount_application() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	kinds text[] := ARRAY['status', 'stage', 'nationality'];
BEGIN
	IF NEW.company_id <> OLD.company_id THEN
		RAISE EXCEPTION 'an application stays with its company';
	END IF;
	PERFORM keep_counts(NEW.company_id, kinds || kinds,
		ARRAY[OLD.status, analysed(OLD.status, OLD.current_stage), analysed(OLD.status, OLD.nationality),
			NEW.status, analysed(NEW.status, NEW.current_stage), analysed(NEW.status, NEW.nationality)], ARRAY[-1, -1, -1, 1, 1, 1]);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION withdraw_stage_days() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	was record := stage_and_status(recorded_stages(NEW.id));
	day date := dubai_day(NEW.withdrawn_at);
BEGIN
	PERFORM keep_stage_days(NEW.company_id, ARRAY[day, day], ARRAY[was.stage, was.stage], ARRAY[was.status, 'withdrawn'], ARRAY[-1, 1]);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER visa_applications_days_withdrawn AFTER UPDATE OF status ON "visa_applications" FOR EACH ROW
	WHEN (OLD.status <> 'withdrawn' AND NEW.status = 'withdrawn') EXECUTE FUNCTION withdraw_stage_days();--> statement-breakpoint
-- There is no way back (S13), and no stage moves any more, whichever version of the portal asks.
CREATE OR REPLACE FUNCTION guard_withdrawn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'visa_applications' OR EXISTS (SELECT FROM visa_applications WHERE id = (to_jsonb(NEW)->>'application_id')::uuid AND status = 'withdrawn') THEN
		RAISE EXCEPTION 'an application stays withdrawn';
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER visa_applications_stay_withdrawn BEFORE UPDATE OF status ON "visa_applications" FOR EACH ROW
	WHEN (OLD.status = 'withdrawn' AND NEW.status <> 'withdrawn') EXECUTE FUNCTION guard_withdrawn();--> statement-breakpoint
CREATE OR REPLACE TRIGGER stages_of_withdrawn BEFORE INSERT OR UPDATE OF status ON "stages" FOR EACH ROW EXECUTE FUNCTION guard_withdrawn();
