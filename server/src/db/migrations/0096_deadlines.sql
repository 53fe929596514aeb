CREATE TABLE "deadlines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"company_id" uuid NOT NULL,
	"person_id" uuid,
	"subject_id" uuid NOT NULL,
	"paper_id" uuid,
	"application_id" uuid,
	"rule_id" uuid,
	"grace_rule_id" uuid,
	"fines_id" text,
	"counted_from" date NOT NULL,
	"due_on" date NOT NULL,
	"printed" boolean NOT NULL,
	"fined_from" date,
	"who" text NOT NULL,
	"certain" boolean NOT NULL,
	"doubted" boolean NOT NULL,
	"stop_reason" text,
	"stopped_from" date,
	"stopped_until" date,
	"stop_note" text,
	"created_at" timestamptz(3) NOT NULL,
	"closed_at" timestamptz(3),
	CONSTRAINT "deadlines_who" CHECK ("deadlines"."who" in ('company', 'employee', 'provider')),
	CONSTRAINT "deadlines_stop" CHECK (("deadlines"."stop_reason" is null) = ("deadlines"."stopped_from" is null)),
	CONSTRAINT "deadlines_stopped_until" CHECK ("deadlines"."stopped_until" >= "deadlines"."stopped_from"),
	CONSTRAINT "deadlines_stop_reason" CHECK ("deadlines"."stop_reason" in ('abroad_over_six_months', 'deported', 'deceased_or_contagious', 'complaint_in_court', 'amnesty_departure', 'imprisoned', 'owner_died')),
	CONSTRAINT "deadlines_fines" CHECK (("deadlines"."fines_id" is null) = ("deadlines"."fined_from" is null))
);
--> statement-breakpoint
CREATE TABLE "deadline_fines" (
	"id" text NOT NULL,
	"in_force_from" date NOT NULL,
	"next_from" date,
	"every" text,
	"months" text,
	"amount" bigint,
	"cap" bigint,
	"certain" boolean NOT NULL,
	CONSTRAINT "deadline_fines_id_in_force_from_pk" PRIMARY KEY("id","in_force_from")
);
--> statement-breakpoint
CREATE TABLE "deadline_companies" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"rules_version" bigint DEFAULT -1 NOT NULL,
	"rewriting" bigint,
	"rewritten_to" uuid,
	"risk_version" bigint,
	"risk_day" date,
	"late" integer,
	"due_soon" integer,
	"accrued" bigint,
	"soon" bigint,
	"uncounted" integer,
	"by_key" jsonb
);
--> statement-breakpoint
CREATE TABLE "deadline_marks" (
	"tx" xid8 DEFAULT pg_current_xact_id() NOT NULL,
	"owner_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	CONSTRAINT "deadline_marks_tx_owner_id_pk" PRIMARY KEY("tx","owner_id")
);
--> statement-breakpoint
ALTER TABLE "deadlines" ADD CONSTRAINT "deadlines_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deadlines" ADD CONSTRAINT "deadlines_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deadline_companies" ADD CONSTRAINT "deadline_companies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deadlines_one_running" ON "deadlines" USING btree ("subject_id","key") WHERE "deadlines"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "deadlines_of_person" ON "deadlines" USING btree ("person_id") WHERE "deadlines"."person_id" is not null;--> statement-breakpoint
CREATE INDEX "deadlines_of_case" ON "deadlines" USING btree ("application_id") WHERE "deadlines"."application_id" is not null and "deadlines"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "deadlines_by_day" ON "deadlines" USING btree ("due_on","id") WHERE "deadlines"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "deadlines_of_company_by_day" ON "deadlines" USING btree ("company_id","due_on","id") WHERE "deadlines"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "deadlines_of_key_by_day" ON "deadlines" USING btree ("key","due_on","id") WHERE "deadlines"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "deadlines_of_company_and_key" ON "deadlines" USING btree ("company_id","key","due_on","id") WHERE "deadlines"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "deadlines_costing" ON "deadlines" USING btree ("doubted","due_on","id") WHERE "deadlines"."closed_at" is null and "deadlines"."fined_from" is not null;--> statement-breakpoint
CREATE INDEX "deadlines_costing_of_company" ON "deadlines" USING btree ("company_id","doubted","due_on","id") WHERE "deadlines"."closed_at" is null and "deadlines"."fined_from" is not null;--> statement-breakpoint
CREATE INDEX "deadlines_closed" ON "deadlines" USING btree ("closed_at") WHERE "deadlines"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "deadline_marks_of_company" ON "deadline_marks" USING btree ("company_id");--> statement-breakpoint

-- How many days from one to another, both included, do not lie in a stop.
CREATE FUNCTION running_days(first date, last date, stopped_from date, stopped_until date) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
	SELECT greatest(0, last - first + 1) - greatest(0, least(last, coalesce(stopped_until, last)) - greatest(first, coalesce(stopped_from, last + 1)) + 1)
$$;--> statement-breakpoint

-- Who writes a cause of a clock, whichever version of the portal, marks whose clocks are to be written anew: a person's, or with the company's id its
-- own. What goes with its company needs none. The marks are taken away by the same transaction, or by a job after it.
CREATE FUNCTION mark_papers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO deadline_marks (owner_id, company_id)
		SELECT DISTINCT coalesce(c.person_id, c.company_id), c.company_id FROM changed c
		WHERE c.kind NOT IN ('other_paper', 'workers_protection', 'e_signature_card')
			AND (c.expires_on IS NOT NULL OR c.issued_on IS NOT NULL OR c.kind = 'unemployment_insurance')
			AND EXISTS (SELECT FROM companies o WHERE o.id = c.company_id)
		ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION mark_paper() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO deadline_marks (owner_id, company_id)
		SELECT DISTINCT coalesce(c.person_id, c.company_id), c.company_id
		FROM (VALUES (OLD.person_id, OLD.company_id), (NEW.person_id, NEW.company_id)) c(person_id, company_id)
		ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION mark_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO deadline_marks (owner_id, company_id) SELECT DISTINCT c.person_id, c.company_id FROM changed c WHERE EXISTS (SELECT FROM companies o WHERE o.id = c.company_id)
		ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION mark_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO deadline_marks (owner_id, company_id)
		SELECT DISTINCT c.person_id, c.company_id
		FROM (VALUES (OLD.person_id, OLD.company_id), (NEW.person_id, NEW.company_id)) c(person_id, company_id)
		ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION mark_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM case_dates d WHERE d.application_id = NEW.id) THEN
		INSERT INTO deadline_marks (owner_id, company_id)
			SELECT DISTINCT c.person_id, NEW.company_id FROM (VALUES (OLD.person_id), (NEW.person_id)) c(person_id)
			ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION mark_cases_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO deadline_marks (owner_id, company_id)
		SELECT DISTINCT c.person_id, c.company_id FROM changed c
		WHERE EXISTS (SELECT FROM deadlines d WHERE d.application_id = c.id AND d.closed_at IS NULL)
			AND EXISTS (SELECT FROM companies o WHERE o.id = c.company_id)
		ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION mark_case_dates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO deadline_marks (owner_id, company_id)
		SELECT a.person_id, a.company_id FROM visa_applications a WHERE a.id = coalesce(NEW.application_id, OLD.application_id)
		ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
-- All clocks of a company go by where it is.
CREATE FUNCTION mark_establishment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE deadline_companies SET rules_version = -1, rewriting = NULL WHERE company_id = NEW.company_id;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Nothing of a new company is written yet, so it is by any rules.
CREATE FUNCTION keep_deadline_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO deadline_companies (company_id, rules_version) VALUES (NEW.id, coalesce((SELECT r.version FROM rules_version r), 0)) ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
