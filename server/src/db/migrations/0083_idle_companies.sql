-- outside a transaction
-- Whether a company has no active case. It changes with the first one that begins and the last one that ends, whose kept number comes and goes then.
ALTER TABLE "companies" ADD COLUMN IF NOT EXISTS "idle" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_idle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		UPDATE companies SET idle = false WHERE id = NEW.company_id AND idle;
	ELSE
		UPDATE companies SET idle = true WHERE id = OLD.company_id AND NOT idle;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER company_counts_begun AFTER INSERT ON "company_counts" FOR EACH ROW WHEN (NEW.kind = 'status' AND NEW.value = 'active') EXECUTE FUNCTION keep_idle();--> statement-breakpoint
CREATE OR REPLACE TRIGGER company_counts_ended AFTER DELETE ON "company_counts" FOR EACH ROW WHEN (OLD.kind = 'status' AND OLD.value = 'active') EXECUTE FUNCTION keep_idle();--> statement-breakpoint
-- Nobody is told of a company that looks as before: who sees its cases hears of those.
CREATE OR REPLACE FUNCTION tell_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO changes (noun, id, company_id) SELECT 'company', c.id, c.id FROM changed c JOIN before b ON b.id = c.id WHERE c.idle = b.idle ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER companies_updates_told AFTER UPDATE ON "companies" REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_company();--> statement-breakpoint
CREATE OR REPLACE FUNCTION recount_company(company uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(7036021, get_byte(uuid_send(company), 15));
	DELETE FROM uncounted WHERE company_id = company;
	PERFORM move_counts(company, array_agg(found.kind), array_agg(found.value), array_agg(found.number)) FROM (
		SELECT counted.kind, counted.value, counted.number FROM counted_rows(ARRAY[company]) counted
		UNION ALL SELECT kept.kind, kept.value, -kept.number FROM company_counts kept WHERE kept.company_id = company
	) found;
	UPDATE companies c SET idle = NOT c.idle WHERE c.id = company
		AND c.idle = EXISTS (SELECT FROM company_counts kept WHERE kept.company_id = company AND kept.kind = 'status' AND kept.value = 'active');
END $$;--> statement-breakpoint
-- Since then it is kept; here the companies of before.
DO $$ DECLARE company uuid; BEGIN
	FOR company IN SELECT c.id FROM companies c JOIN company_counts kept ON kept.company_id = c.id AND kept.kind = 'status' AND kept.value = 'active'
		WHERE c.idle ORDER BY c.id LOOP
		-- Whoever counts an application of the company holds it shared until the commit.
		PERFORM pg_advisory_xact_lock(7036021, get_byte(uuid_send(company), 15));
		UPDATE companies SET idle = false WHERE id = company AND idle
			AND EXISTS (SELECT FROM company_counts kept WHERE kept.company_id = company AND kept.kind = 'status' AND kept.value = 'active');
		COMMIT;
	END LOOP;
END $$;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "companies_idle" ON "companies" USING btree ("idle","created_at","id");--> statement-breakpoint
ANALYZE "companies";
