CREATE TABLE "company_counts" (
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"number" bigint NOT NULL,
	CONSTRAINT "company_counts_company_id_kind_value_pk" PRIMARY KEY("company_id","kind","value")
) WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE "total_counts" (
	"kind" text NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"slot" smallint NOT NULL,
	"number" bigint NOT NULL,
	CONSTRAINT "total_counts_kind_value_slot_pk" PRIMARY KEY("kind","value","slot")
) WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE "uncounted" (
	"company_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "company_counts_days" ON "company_counts" USING btree ("value") WHERE "company_counts"."kind" = 'expiry';--> statement-breakpoint
-- Stands for every company, until they are listed one by one.
INSERT INTO "uncounted" VALUES ('00000000-0000-0000-0000-000000000000');--> statement-breakpoint
-- The day whose end makes an active employee's visa expire; null for the others.
CREATE FUNCTION expiry_counted(status text, day date) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
	SELECT CASE WHEN status = 'active' THEN to_char(day, 'YYYY-MM-DD') END
$$;--> statement-breakpoint
-- What the rows of some companies come to. No statement of a trigger runs it: back-fill and proof compare the kept numbers with it.
CREATE FUNCTION counted_rows(companies uuid[]) RETURNS TABLE (company_id uuid, kind text, value text, number bigint) LANGUAGE sql STABLE AS $$
	SELECT a.company_id, of.kind, of.value, count(*) FROM visa_applications a,
		LATERAL (VALUES ('status', a.status), ('stage', a.current_stage), ('nationality', a.nationality)) AS of(kind, value)
		WHERE a.company_id = ANY(companies) GROUP BY 1, 2, 3
	UNION ALL
	SELECT e.company_id, of.kind, of.value, count(*) FROM employees e,
		LATERAL (VALUES ('employee', e.status), ('expiry', expiry_counted(e.status, e.visa_expiry_date))) AS of(kind, value)
		WHERE e.company_id = ANY(companies) AND of.value IS NOT NULL GROUP BY 1, 2, 3
	UNION ALL
	SELECT p.company_id, 'people', '', count(*) FROM persons p WHERE p.company_id = ANY(companies) AND p.applied_at IS NOT NULL GROUP BY 1
	UNION ALL
	SELECT t.company_id, 'transaction', '', count(*) FROM transactions t WHERE t.company_id = ANY(companies) GROUP BY 1
$$;--> statement-breakpoint
-- The rows are locked in one order, and a company's rows before those that companies share.
CREATE FUNCTION move_counts(company uuid, kinds text[], valued text[], numbers bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO company_counts AS kept (company_id, kind, value, number)
		SELECT company, given.kind, given.value, sum(given.number) FROM unnest(kinds, valued, numbers) AS given(kind, value, number)
		WHERE given.value IS NOT NULL GROUP BY 2, 3 HAVING sum(given.number) <> 0 ORDER BY 2, 3
		ON CONFLICT (company_id, kind, value) DO UPDATE SET number = kept.number + excluded.number;
	INSERT INTO total_counts AS kept (kind, value, slot, number)
		SELECT given.kind, given.value, slot_of(company), sum(given.number) FROM unnest(kinds, valued, numbers) AS given(kind, value, number)
		WHERE given.value IS NOT NULL GROUP BY 1, 2 HAVING sum(given.number) <> 0 ORDER BY 1, 2
		ON CONFLICT (kind, value, slot) DO UPDATE SET number = kept.number + excluded.number;
	IF 0 > ANY(numbers) THEN
		DELETE FROM company_counts WHERE company_id = company AND kind = ANY(kinds) AND value = ANY(valued) AND number = 0;
		DELETE FROM total_counts WHERE kind = ANY(kinds) AND value = ANY(valued) AND slot = slot_of(company) AND number = 0;
	END IF;
END $$;--> statement-breakpoint
-- For triggers. The lock makes whoever counts a whole company wait for those who change it, and them for that one.
CREATE FUNCTION keep_counts(company uuid, kinds text[], valued text[], numbers bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock_shared(7036021, get_byte(uuid_send(company), 15));
	IF NOT EXISTS (SELECT FROM uncounted WHERE company_id IN (company, '00000000-0000-0000-0000-000000000000')) THEN
		PERFORM move_counts(company, kinds, valued, numbers);
	END IF;
END $$;--> statement-breakpoint
-- Counts a company from its rows, and brings the totals along.
CREATE FUNCTION recount_company(company uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(7036021, get_byte(uuid_send(company), 15));
	DELETE FROM uncounted WHERE company_id = company;
	PERFORM move_counts(company, array_agg(found.kind), array_agg(found.value), array_agg(found.number)) FROM (
		SELECT counted.kind, counted.value, counted.number FROM counted_rows(ARRAY[company]) counted
		UNION ALL SELECT kept.kind, kept.value, -kept.number FROM company_counts kept WHERE kept.company_id = company
	) found;
END $$;--> statement-breakpoint
CREATE FUNCTION recount_stage_days(company uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(7036021, get_byte(uuid_send(company), 15));
	PERFORM keep_stage_days(company, array_agg(found.day), array_agg(found.stage), array_agg(found.status), array_agg(found.moved)) FROM (
		SELECT m.day, m.stage, m.status, m.moved FROM visa_applications a, stage_moves(a.id, a.submitted_at, held_stages(a.id)) m WHERE a.company_id = company
		UNION ALL SELECT kept.day, kept.stage, kept.status, -kept.moved FROM stage_days kept WHERE kept.company_id = company
	) found;
END $$;--> statement-breakpoint
-- The same for a listed company.
CREATE FUNCTION count_company(company uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(7036021, get_byte(uuid_send(company), 15));
	IF EXISTS (SELECT FROM uncounted WHERE company_id = company) THEN
		PERFORM recount_company(company);
	END IF;
END $$;--> statement-breakpoint
-- Makes the totals of a slot the sum over its companies. Who counts companies and users waits for the rows of their numbers, the others for the locks.
CREATE FUNCTION recount_totals(of smallint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(7036021, byte) FROM generate_series(of, 255, 16) AS byte;
	INSERT INTO total_counts AS kept (kind, value, slot, number) VALUES ('company', '', of, 0), ('user', '', of, 0)
		ON CONFLICT (kind, value, slot) DO UPDATE SET number = kept.number;
	INSERT INTO total_counts AS kept (kind, value, slot, number)
		SELECT found.kind, found.value, of, sum(found.number) FROM (
			SELECT kind, value, number FROM company_counts WHERE slot_of(company_id) = of
			UNION ALL SELECT 'company', '', count(*) FROM companies WHERE slot_of(id) = of
			UNION ALL SELECT 'user', '', count(*) FROM users WHERE slot_of(id) = of
			UNION ALL SELECT kind, value, -number FROM total_counts WHERE slot = of
		) found GROUP BY 1, 2 HAVING sum(found.number) <> 0 ORDER BY 1, 2
		ON CONFLICT (kind, value, slot) DO UPDATE SET number = kept.number + excluded.number;
	DELETE FROM total_counts WHERE slot = of AND number = 0;
	INSERT INTO stage_day_totals AS kept (day, stage, status, slot, moved)
		SELECT found.day, found.stage, found.status, of, sum(found.moved) FROM (
			SELECT day, stage, status, moved FROM stage_days WHERE slot_of(company_id) = of
			UNION ALL SELECT day, stage, status, -moved FROM stage_day_totals WHERE slot = of
		) found GROUP BY 1, 2, 3 HAVING sum(found.moved) <> 0 ORDER BY 1, 2, 3
		ON CONFLICT (day, stage, status, slot) DO UPDATE SET moved = kept.moved + excluded.moved;
END $$;--> statement-breakpoint
CREATE FUNCTION count_applications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_counts(by_company.company_id, by_company.kinds, by_company.valued, by_company.numbers) FROM (
		SELECT of.company_id, array_agg(of.kind) kinds, array_agg(of.value) valued, array_agg(of.number) numbers FROM (
			SELECT c.company_id, each.kind, each.value, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END AS number FROM changed c,
				LATERAL (VALUES ('status', c.status), ('stage', c.current_stage), ('nationality', c.nationality)) AS each(kind, value) GROUP BY 1, 2, 3
		) of GROUP BY of.company_id ORDER BY of.company_id
	) by_company;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION recount_application() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	kinds text[] := ARRAY['status', 'stage', 'nationality'];
BEGIN
	IF NEW.company_id <> OLD.company_id THEN
		RAISE EXCEPTION 'an application stays with its company';
	END IF;
	PERFORM keep_counts(NEW.company_id, kinds || kinds,
		ARRAY[OLD.status, OLD.current_stage, OLD.nationality, NEW.status, NEW.current_stage, NEW.nationality], ARRAY[-1, -1, -1, 1, 1, 1]);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_employees() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_counts(by_company.company_id, by_company.kinds, by_company.valued, by_company.numbers) FROM (
		SELECT of.company_id, array_agg(of.kind) kinds, array_agg(of.value) valued, array_agg(of.number) numbers FROM (
			SELECT c.company_id, each.kind, each.value, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END AS number FROM changed c,
				LATERAL (VALUES ('employee', c.status), ('expiry', expiry_counted(c.status, c.visa_expiry_date))) AS each(kind, value) GROUP BY 1, 2, 3
		) of GROUP BY of.company_id ORDER BY of.company_id
	) by_company;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION recount_employee() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.company_id <> OLD.company_id THEN
		RAISE EXCEPTION 'an employee stays with the company';
	END IF;
	PERFORM keep_counts(NEW.company_id, ARRAY['employee', 'expiry', 'employee', 'expiry'],
		ARRAY[OLD.status, expiry_counted(OLD.status, OLD.visa_expiry_date), NEW.status, expiry_counted(NEW.status, NEW.visa_expiry_date)],
		ARRAY[-1, -1, 1, 1]);
	RETURN NULL;
END $$;--> statement-breakpoint
-- The people behind applications (B6).
CREATE FUNCTION count_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_counts(of.company_id, ARRAY['people'], ARRAY[''], ARRAY[of.number]) FROM (
		SELECT c.company_id, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END AS number FROM changed c
		WHERE c.applied_at IS NOT NULL GROUP BY 1 ORDER BY 1
	) of;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION recount_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_counts(NEW.company_id, ARRAY['people'], ARRAY[''], ARRAY[CASE WHEN NEW.applied_at IS NULL THEN -1 ELSE 1 END]);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_counts(of.company_id, ARRAY['transaction'], ARRAY[''], ARRAY[of.number])
		FROM (SELECT c.company_id, count(*) AS number FROM changed c GROUP BY 1 ORDER BY 1) of;
	RETURN NULL;
END $$;--> statement-breakpoint
-- A company that goes is not counted down row by row: the numbers of all companies would be locked for as long as that takes.
CREATE FUNCTION leave_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO uncounted VALUES (OLD.id) ON CONFLICT DO NOTHING;
	RETURN OLD;
END $$;--> statement-breakpoint
-- At the commit. Its transactions stay, and their number.
CREATE FUNCTION end_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM uncounted WHERE company_id = OLD.id;
	PERFORM move_counts(OLD.id, array_agg(kind), array_agg(value), array_agg(-number)) FROM company_counts WHERE company_id = OLD.id AND kind <> 'transaction';
	WITH gone AS (
		DELETE FROM stage_days WHERE company_id = OLD.id RETURNING day, stage, status, moved
	)
	INSERT INTO stage_day_totals AS kept (day, stage, status, slot, moved) SELECT day, stage, status, slot_of(OLD.id), -moved FROM gone ORDER BY 1, 2, 3
		ON CONFLICT (day, stage, status, slot) DO UPDATE SET moved = kept.moved + excluded.moved;
	INSERT INTO total_counts AS kept (kind, value, slot, number) VALUES ('company', '', slot_of(OLD.id), -1)
		ON CONFLICT (kind, value, slot) DO UPDATE SET number = kept.number + excluded.number;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Of companies and users there are totals alone; the argument is the kind.
CREATE FUNCTION count_whole() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO total_counts AS kept (kind, value, slot, number)
		SELECT TG_ARGV[0], '', slot_of(c.id), CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END FROM changed c GROUP BY 3 ORDER BY 3
		ON CONFLICT (kind, value, slot) DO UPDATE SET number = kept.number + excluded.number;
	RETURN NULL;
END $$;
