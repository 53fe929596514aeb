CREATE TABLE "papers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"person_id" uuid,
	"kind" text NOT NULL,
	"title" text,
	"number" text,
	"issuer" text,
	"note" text,
	"issued_on" date,
	"expires_on" date,
	"state" text NOT NULL,
	"renews_id" uuid,
	"withdrawn_reason" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	"shelf" text NOT NULL,
	"search_text" text NOT NULL,
	CONSTRAINT "papers_state" CHECK ("papers"."state" in ('held', 'renewed', 'withdrawn')),
	CONSTRAINT "papers_kind" CHECK (case when "papers"."person_id" is null then "papers"."kind" in ('trade_license', 'establishment_card', 'mohre_card', 'e_signature_card', 'tenancy', 'representative_card', 'other_paper') else "papers"."kind" in ('passport', 'residence', 'emirates_id', 'work_permit', 'health_insurance', 'workers_protection', 'unemployment_insurance', 'medical_fitness', 'other_paper') end),
	CONSTRAINT "papers_title" CHECK (("papers"."title" is not null) = ("papers"."kind" = 'other_paper')),
	CONSTRAINT "papers_number" CHECK ("papers"."number" is null or "papers"."kind" <> 'trade_license'),
	CONSTRAINT "papers_dates" CHECK ("papers"."expires_on" > "papers"."issued_on"),
	CONSTRAINT "papers_withdrawn" CHECK (("papers"."withdrawn_reason" is not null) = ("papers"."state" = 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_renews_id_papers_id_fk" FOREIGN KEY ("renews_id") REFERENCES "public"."papers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "papers_one_of_person" ON "papers" USING btree ("person_id","kind") WHERE "papers"."state" = 'held' and "papers"."person_id" is not null and "papers"."kind" <> 'other_paper';--> statement-breakpoint
CREATE UNIQUE INDEX "papers_one_of_company" ON "papers" USING btree ("company_id","kind") WHERE "papers"."state" = 'held' and "papers"."person_id" is null and "papers"."kind" <> 'other_paper';--> statement-breakpoint
CREATE UNIQUE INDEX "papers_renewed_once" ON "papers" USING btree ("renews_id") WHERE "papers"."renews_id" is not null;--> statement-breakpoint
CREATE INDEX "papers_of_person" ON "papers" USING btree ("person_id","kind") WHERE "papers"."person_id" is not null;--> statement-breakpoint
CREATE INDEX "papers_by_expiry" ON "papers" USING btree (coalesce("expires_on", 'infinity'::date),"id");--> statement-breakpoint
CREATE INDEX "papers_of_company_by_expiry" ON "papers" USING btree ("company_id",coalesce("expires_on", 'infinity'::date),"id");--> statement-breakpoint
CREATE INDEX "papers_on_shelf" ON "papers" USING btree ("shelf",coalesce("expires_on", 'infinity'::date),"id");--> statement-breakpoint
CREATE INDEX "papers_of_company_on_shelf" ON "papers" USING btree ("company_id","shelf",coalesce("expires_on", 'infinity'::date),"id");--> statement-breakpoint
CREATE INDEX "papers_grams" ON "papers" USING gin (grams("search_text")) WITH (gin_pending_list_limit=128);--> statement-breakpoint
CREATE FUNCTION complete_paper() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	named text;
BEGIN
	NEW.shelf := NEW.state || CASE WHEN NEW.person_id IS NULL THEN ' company ' ELSE ' person ' END || NEW.kind;
	IF NEW.person_id IS NOT NULL THEN
		SELECT e.employee_name INTO named FROM employees e WHERE e.person_id = NEW.person_id ORDER BY e.created_at DESC, e.id DESC LIMIT 1;
	ELSIF NEW.kind = 'trade_license' THEN
		SELECT c.trade_license INTO named FROM companies c WHERE c.id = NEW.company_id;
	END IF;
	NEW.search_text := searched(concat_ws(E'\n', named, NEW.number, NEW.title));
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER papers_completed BEFORE INSERT OR UPDATE ON "papers" FOR EACH ROW EXECUTE FUNCTION complete_paper();--> statement-breakpoint

-- What the employee records of a person say of the three kinds of paper that they know, each from the record that says it last: the one with the
-- latest date, else the newest. Where no record says anything, number and date are null.
CREATE FUNCTION recorded_papers(person uuid) RETURNS TABLE (kind text, record_id uuid, number text, expires_on date) LANGUAGE sql STABLE AS $$
	(SELECT 'passport', e.id, e.passport_number, NULL::date FROM employees e WHERE e.person_id = person ORDER BY e.created_at DESC, e.id DESC LIMIT 1)
	UNION ALL
	(SELECT 'residence', e.id, e.visa_number, e.visa_expiry_date FROM employees e WHERE e.person_id = person
		ORDER BY e.visa_expiry_date DESC NULLS LAST, e.visa_number IS NULL, e.created_at DESC, e.id DESC LIMIT 1)
	UNION ALL
	(SELECT 'emirates_id', e.id, e.eid_number, e.eid_expiry_date FROM employees e WHERE e.person_id = person
		ORDER BY e.eid_expiry_date DESC NULLS LAST, e.eid_number IS NULL, e.created_at DESC, e.id DESC LIMIT 1)
$$;--> statement-breakpoint

-- Puts the held papers right by the employee records: a correction. No record has the date of a passport, so that one stays. An issue date that
-- no longer lies before the end is emptied, so that no write of a record fails.
CREATE FUNCTION keep_papers(person uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	company uuid;
BEGIN
	SELECT p.company_id INTO company FROM persons p WHERE p.id = person FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RETURN;
	END IF;
	IF NOT EXISTS (SELECT FROM employees e WHERE e.person_id = person) THEN
		DELETE FROM papers WHERE person_id = person;
		RETURN;
	END IF;
	INSERT INTO papers AS held (id, company_id, person_id, kind, number, expires_on, state, created_at, updated_at)
		SELECT gen_random_uuid(), company, person, r.kind, r.number, r.expires_on, 'held', clock_timestamp(), clock_timestamp()
		FROM recorded_papers(person) r WHERE r.number IS NOT NULL OR r.expires_on IS NOT NULL
	ON CONFLICT (person_id, kind) WHERE state = 'held' AND person_id IS NOT NULL AND kind <> 'other_paper' DO UPDATE SET
		number = excluded.number,
		expires_on = CASE held.kind WHEN 'passport' THEN held.expires_on ELSE excluded.expires_on END,
		issued_on = CASE WHEN held.kind <> 'passport' AND held.issued_on >= excluded.expires_on THEN NULL ELSE held.issued_on END,
		updated_at = excluded.updated_at
	WHERE held.number IS DISTINCT FROM excluded.number OR (held.kind <> 'passport' AND held.expires_on IS DISTINCT FROM excluded.expires_on);
	UPDATE papers p SET state = 'withdrawn', withdrawn_reason = 'Emptied on the employee record', updated_at = clock_timestamp()
		FROM recorded_papers(person) r
		WHERE p.person_id = person AND p.kind = r.kind AND p.state = 'held' AND r.number IS NULL AND r.expires_on IS NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION keep_papers_of_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Papers go with their company.
	IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM companies WHERE id = OLD.company_id) THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE' AND OLD.person_id IS DISTINCT FROM NEW.person_id THEN
		PERFORM keep_papers(OLD.person_id);
	END IF;
	IF TG_OP <> 'DELETE' THEN
		PERFORM keep_papers(NEW.person_id);
	END IF;
	-- The name of a person is found in each of their papers.
	IF TG_OP = 'UPDATE' AND OLD.employee_name <> NEW.employee_name THEN
		UPDATE papers SET search_text = '' WHERE person_id = NEW.person_id;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER employees_papers_in AFTER INSERT ON "employees" FOR EACH ROW EXECUTE FUNCTION keep_papers_of_record();--> statement-breakpoint
CREATE TRIGGER employees_papers_anew AFTER UPDATE ON "employees" FOR EACH ROW
	WHEN ((OLD.person_id, OLD.employee_name, OLD.passport_number, OLD.visa_number, OLD.visa_expiry_date, OLD.eid_number, OLD.eid_expiry_date)
		IS DISTINCT FROM (NEW.person_id, NEW.employee_name, NEW.passport_number, NEW.visa_number, NEW.visa_expiry_date, NEW.eid_number, NEW.eid_expiry_date))
	EXECUTE FUNCTION keep_papers_of_record();--> statement-breakpoint
CREATE TRIGGER employees_papers_out AFTER DELETE ON "employees" FOR EACH ROW EXECUTE FUNCTION keep_papers_of_record();--> statement-breakpoint
CREATE FUNCTION keep_paper_of_licence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE papers SET search_text = '' WHERE company_id = NEW.id AND person_id IS NULL AND kind = 'trade_license';
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER companies_papers_anew AFTER UPDATE ON "companies" FOR EACH ROW WHEN (OLD.trade_license <> NEW.trade_license) EXECUTE FUNCTION keep_paper_of_licence();
