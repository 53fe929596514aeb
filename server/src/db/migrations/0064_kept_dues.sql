-- outside a transaction
-- What a payment that waits counts as: its fils and itself, by the day of Asia/Dubai on which it was charged. Under '' they stand for all days together, so
-- that what is older than a day is that less the days since, and two who end payments of several days lock one row first.
CREATE OR REPLACE FUNCTION due_counted(type text, status text, amount bigint, charged timestamptz) RETURNS TABLE (kind text, value text, number bigint)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
	SELECT of.kind, of.value, of.number FROM (VALUES ('due', '', amount), ('due', to_char(dubai_day(charged), 'YYYY-MM-DD'), amount),
		('unpaid', '', 1), ('unpaid', to_char(dubai_day(charged), 'YYYY-MM-DD'), 1)) AS of(kind, value, number)
		WHERE type = 'visa_payment' AND status = 'pending'
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
	SELECT t.company_id, of.kind, of.value, sum(of.number)::bigint FROM transactions t, due_counted(t.type, t.status, t.amount_fils, t.created_at) of
		WHERE t.company_id = ANY(companies) GROUP BY 1, 2, 3
	UNION ALL
	SELECT l.company_id, moved_counted(l.amount_fils), month_counted(l.created_at), sum(abs(l.amount_fils))::bigint FROM ledger l
		WHERE l.company_id = ANY(companies) GROUP BY 1, 2, 3
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_dues() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_counts(by_company.company_id, by_company.kinds, by_company.valued, by_company.numbers) FROM (
		SELECT added.company_id, array_agg(added.kind) kinds, array_agg(added.value) valued, array_agg(added.number) numbers FROM (
			SELECT c.company_id, of.kind, of.value, sum(of.number)::bigint AS number
			FROM changed c, due_counted(c.type, c.status, c.amount_fils, c.created_at) of GROUP BY 1, 2, 3
		) added GROUP BY 1 ORDER BY 1
	) by_company;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION recount_dues() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_counts(by_company.company_id, by_company.kinds, by_company.valued, by_company.numbers) FROM (
		SELECT moved.company_id, array_agg(moved.kind) kinds, array_agg(moved.value) valued, array_agg(moved.number) numbers FROM (
			SELECT each.company_id, each.kind, each.value, sum(each.number)::bigint AS number FROM (
				SELECT c.company_id, of.kind, of.value, of.number FROM changed c, due_counted(c.type, c.status, c.amount_fils, c.created_at) of
				UNION ALL
				SELECT b.company_id, of.kind, of.value, -of.number FROM before b, due_counted(b.type, b.status, b.amount_fils, b.created_at) of
			) each GROUP BY 1, 2, 3
		) moved GROUP BY 1 ORDER BY 1
	) by_company;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER transactions_dues_counted AFTER INSERT ON "transactions" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_dues();--> statement-breakpoint
CREATE OR REPLACE TRIGGER transactions_dues_recounted AFTER UPDATE ON "transactions" REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION recount_dues();--> statement-breakpoint
-- Since then dues are counted; here those of before.
DO $$ DECLARE company uuid; BEGIN
	FOR company IN SELECT company_id FROM wallets ORDER BY company_id LOOP
		PERFORM pg_advisory_xact_lock(7036021, get_byte(uuid_send(company), 15));
		PERFORM move_counts(company, array_agg(found.kind), array_agg(found.value), array_agg(found.number)) FROM (
			SELECT of.kind, of.value, of.number FROM transactions t, due_counted(t.type, t.status, t.amount_fils, t.created_at) of
				WHERE t.company_id = company AND NOT EXISTS (SELECT FROM uncounted u WHERE u.company_id = company)
			UNION ALL
			SELECT kept.kind, kept.value, -kept.number FROM company_counts kept WHERE kept.company_id = company AND kept.kind IN ('due', 'unpaid')
		) found HAVING count(*) > 0;
		COMMIT;
	END LOOP;
END $$;
