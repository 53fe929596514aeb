-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ledger_by_moment" ON "ledger" USING btree ("created_at","seq") WHERE "ledger"."company_id" is not null;--> statement-breakpoint
-- What moved into wallets is counted in fils, and what moved out of them.
CREATE OR REPLACE FUNCTION moved_counted(amount bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE WHEN amount > 0 THEN 'moved_in' ELSE 'moved_out' END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION month_counted(moved timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
	SELECT to_char(dubai_day(moved), 'YYYY-MM')
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION counted_rows(companies uuid[]) RETURNS TABLE (company_id uuid, kind text, value text, number bigint) LANGUAGE sql STABLE AS $$
	SELECT a.company_id, of.kind, of.value, count(*) FROM visa_applications a,
		LATERAL (VALUES ('status', a.status), ('stage', analysed(a.status, a.current_stage)), ('nationality', analysed(a.status, a.nationality)),
			('case', case_counted(a.status, a.current_stage, a.stage_status, a.priority)), ('carried', carried_counted(a.status, a.assignee_id)),
			('took', took_counted(a.submitted_at, a.completed_at))) AS of(kind, value)
		WHERE a.company_id = ANY(companies) AND of.value IS NOT NULL GROUP BY 1, 2, 3
	UNION ALL
	SELECT e.company_id, of.kind, of.value, count(*) FROM employees e,
		LATERAL (VALUES ('employee', e.status), ('expiry', expiry_counted(e.status, e.visa_expiry_date))) AS of(kind, value)
		WHERE e.company_id = ANY(companies) AND of.value IS NOT NULL GROUP BY 1, 2, 3
	UNION ALL
	SELECT p.company_id, 'people', '', count(*) FROM persons p WHERE p.company_id = ANY(companies) AND p.applied_at IS NOT NULL GROUP BY 1
	UNION ALL
	SELECT t.company_id, 'transaction', '', count(*) FROM transactions t WHERE t.company_id = ANY(companies) GROUP BY 1
	UNION ALL
	SELECT l.company_id, moved_counted(l.amount_fils), month_counted(l.created_at), sum(abs(l.amount_fils))::bigint FROM ledger l
		WHERE l.company_id = ANY(companies) GROUP BY 1, 2, 3
$$;--> statement-breakpoint
-- At the commit. Its transactions stay, and what is kept of them.
CREATE OR REPLACE FUNCTION end_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM uncounted WHERE company_id = OLD.id;
	PERFORM move_counts(OLD.id, array_agg(kind), array_agg(value), array_agg(-number)) FROM company_counts
		WHERE company_id = OLD.id AND kind NOT IN ('transaction', 'moved_in', 'moved_out');
	WITH gone AS (
		DELETE FROM stage_days WHERE company_id = OLD.id RETURNING day, stage, status, moved
	)
	INSERT INTO stage_day_totals AS kept (day, stage, status, slot, moved) SELECT day, stage, status, slot_of(OLD.id), -moved FROM gone ORDER BY 1, 2, 3
		ON CONFLICT (day, stage, status, slot) DO UPDATE SET moved = kept.moved + excluded.moved;
	INSERT INTO total_counts AS kept (kind, value, slot, number) VALUES ('company', '', slot_of(OLD.id), -1)
		ON CONFLICT (kind, value, slot) DO UPDATE SET number = kept.number + excluded.number;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_movements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_counts(by_company.company_id, by_company.kinds, by_company.months, by_company.numbers) FROM (
		SELECT of.company_id, array_agg(of.kind) kinds, array_agg(of.month) months, array_agg(of.number) numbers FROM (
			SELECT c.company_id, moved_counted(c.amount_fils) AS kind, month_counted(c.created_at) AS month, sum(abs(c.amount_fils))::bigint AS number
			FROM changed c WHERE c.company_id IS NOT NULL GROUP BY 1, 2, 3
		) of GROUP BY of.company_id ORDER BY of.company_id
	) by_company;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER ledger_counted AFTER INSERT ON "ledger" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_movements();--> statement-breakpoint
-- Since then movements are counted; here those of before, also in the wallets of companies that are gone.
DO $$ DECLARE company uuid; BEGIN
	FOR company IN SELECT company_id FROM wallets ORDER BY company_id LOOP
		PERFORM pg_advisory_xact_lock(7036021, get_byte(uuid_send(company), 15));
		PERFORM move_counts(company, array_agg(found.kind), array_agg(found.value), array_agg(found.number)) FROM (
			SELECT moved_counted(l.amount_fils) AS kind, month_counted(l.created_at) AS value, sum(abs(l.amount_fils))::bigint AS number FROM ledger l
				WHERE l.company_id = company AND NOT EXISTS (SELECT FROM uncounted u WHERE u.company_id = company) GROUP BY 1, 2
			UNION ALL
			SELECT kept.kind, kept.value, -kept.number FROM company_counts kept WHERE kept.company_id = company AND kept.kind IN ('moved_in', 'moved_out')
		) found HAVING count(*) > 0;
		COMMIT;
	END LOOP;
END $$;
