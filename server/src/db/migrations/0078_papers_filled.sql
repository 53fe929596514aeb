-- outside a transaction
-- The papers that employee records of before know, 2,000 records at a time. A record that is shared is written before or after its batch, and then its
-- trigger finds the paper; of the few people with several records the function decides that the triggers use.
DO $$
DECLARE
	batch uuid[];
	shared uuid;
	place uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
	LOOP
		batch := ARRAY(SELECT e.id FROM employees e WHERE e.id > place ORDER BY e.id LIMIT 2000 FOR SHARE);
		EXIT WHEN cardinality(batch) = 0;
		place := batch[cardinality(batch)];
		INSERT INTO papers (id, company_id, person_id, kind, number, expires_on, state, created_at, updated_at)
			SELECT gen_random_uuid(), e.company_id, e.person_id, known.kind, known.number, known.expires_on, 'held', clock_timestamp(), clock_timestamp()
			FROM employees e CROSS JOIN LATERAL (VALUES
				('passport', e.passport_number, NULL::date), ('residence', e.visa_number, e.visa_expiry_date), ('emirates_id', e.eid_number, e.eid_expiry_date)
			) known(kind, number, expires_on)
			WHERE e.id = ANY (batch) AND (known.number IS NOT NULL OR known.expires_on IS NOT NULL)
				AND NOT EXISTS (SELECT FROM employees other WHERE other.person_id = e.person_id AND other.id <> e.id)
			ON CONFLICT DO NOTHING;
		FOR shared IN
			SELECT DISTINCT e.person_id FROM employees e JOIN employees other ON other.person_id = e.person_id AND other.id <> e.id
				WHERE e.id = ANY (batch) ORDER BY 1
		LOOP
			PERFORM keep_papers(shared);
		END LOOP;
		COMMIT;
	END LOOP;
END $$;--> statement-breakpoint
ANALYZE "papers";--> statement-breakpoint
-- Made only now, so that nobody is told of rows that look as before. A person's papers are told as their employee record, a company's as the company.
DROP TRIGGER IF EXISTS papers_inserts_told ON "papers";--> statement-breakpoint
DROP TRIGGER IF EXISTS papers_updates_told ON "papers";--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_papers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO changes (noun, id, company_id)
		SELECT DISTINCT 'employee', told.id, told.company_id FROM (
			SELECT c.company_id, (SELECT e.id FROM employees e WHERE e.person_id = c.person_id ORDER BY e.created_at DESC, e.id DESC LIMIT 1) AS id
			FROM changed c WHERE c.person_id IS NOT NULL OFFSET 0
		) told WHERE told.id IS NOT NULL
		UNION SELECT 'company', c.company_id, c.company_id FROM changed c WHERE c.person_id IS NULL
		ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER papers_inserts_told AFTER INSERT ON "papers" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_papers();--> statement-breakpoint
CREATE TRIGGER papers_updates_told AFTER UPDATE ON "papers" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_papers();
