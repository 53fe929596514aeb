-- outside a transaction
-- An active case of a new person counts against the quota of its company.
CREATE OR REPLACE FUNCTION arriving_counted(status text, application_type text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE WHEN status = 'active' AND application_type = 'new' THEN '' END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION counted_rows(companies uuid[]) RETURNS TABLE (company_id uuid, kind text, value text, number bigint) LANGUAGE sql STABLE AS $$
	SELECT a.company_id, of.kind, of.value, count(*) FROM visa_applications a,
		LATERAL (VALUES ('status', a.status), ('stage', analysed(a.status, a.current_stage)), ('nationality', analysed(a.status, a.nationality)),
			('case', case_counted(a.status, a.current_stage, a.stage_status, a.priority)), ('carried', carried_counted(a.status, a.assignee_id)),
			('took', took_counted(a.submitted_at, a.completed_at)), ('arriving', arriving_counted(a.status, a.application_type))) AS of(kind, value)
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
CREATE OR REPLACE FUNCTION count_applications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_counts(by_company.company_id, by_company.kinds, by_company.valued, by_company.numbers) FROM (
		SELECT of.company_id, array_agg(of.kind) kinds, array_agg(of.value) valued, array_agg(of.number) numbers FROM (
			SELECT c.company_id, each.kind, each.value, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END AS number FROM changed c,
				LATERAL (VALUES ('status', c.status), ('stage', analysed(c.status, c.current_stage)), ('nationality', analysed(c.status, c.nationality)),
					('case', case_counted(c.status, c.current_stage, c.stage_status, c.priority)), ('carried', carried_counted(c.status, c.assignee_id)),
					('took', took_counted(c.submitted_at, c.completed_at)), ('arriving', arriving_counted(c.status, c.application_type))) AS each(kind, value)
			WHERE each.value IS NOT NULL GROUP BY 1, 2, 3
		) of GROUP BY of.company_id ORDER BY of.company_id
	) by_company;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION recount_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.company_id <> OLD.company_id THEN
		RAISE EXCEPTION 'an application stays with its company';
	END IF;
	PERFORM keep_counts(NEW.company_id, array_agg(of.kind), array_agg(of.value), array_agg(of.number)) FROM (
		SELECT each.kind, side.value, side.number FROM (VALUES
			('status', OLD.status, NEW.status),
			('stage', analysed(OLD.status, OLD.current_stage), analysed(NEW.status, NEW.current_stage)),
			('nationality', analysed(OLD.status, OLD.nationality), analysed(NEW.status, NEW.nationality)),
			('case', case_counted(OLD.status, OLD.current_stage, OLD.stage_status, OLD.priority),
				case_counted(NEW.status, NEW.current_stage, NEW.stage_status, NEW.priority)),
			('carried', carried_counted(OLD.status, OLD.assignee_id), carried_counted(NEW.status, NEW.assignee_id)),
			('took', took_counted(OLD.submitted_at, OLD.completed_at), took_counted(NEW.submitted_at, NEW.completed_at)),
			('arriving', arriving_counted(OLD.status, OLD.application_type), arriving_counted(NEW.status, NEW.application_type))
		) AS each(kind, before, after), LATERAL (VALUES (each.before, -1::bigint), (each.after, 1::bigint)) AS side(value, number)
		WHERE each.before IS DISTINCT FROM each.after AND side.value IS NOT NULL
	) of HAVING count(*) > 0;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Since then the changes are counted; here the rows, less what was counted already.
DO $$ DECLARE company uuid; BEGIN
	FOR company IN SELECT id FROM companies ORDER BY id LOOP
		PERFORM pg_advisory_xact_lock(7036021, get_byte(uuid_send(company), 15));
		PERFORM move_counts(company, array_agg(found.kind), array_agg(found.value), array_agg(found.number)) FROM (
			SELECT 'arriving' AS kind, '' AS value, count(*) AS number FROM visa_applications a
				WHERE a.company_id = company AND a.status = 'active' AND a.application_type = 'new'
				AND NOT EXISTS (SELECT FROM uncounted u WHERE u.company_id = company)
			UNION ALL
			SELECT kept.kind, kept.value, -kept.number FROM company_counts kept WHERE kept.company_id = company AND kept.kind = 'arriving'
		) found HAVING count(*) > 0;
		COMMIT;
	END LOOP;
END $$;
