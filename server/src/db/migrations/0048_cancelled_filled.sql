-- outside a transaction
-- Fills in when the visas of older rows were cancelled, by their history, 500 rows at a time.
DO $$
DECLARE
	batch uuid[];
	place uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
	LOOP
		batch := ARRAY(SELECT e.id FROM employees e WHERE e.id > place ORDER BY e.id LIMIT 500);
		EXIT WHEN cardinality(batch) = 0;
		place := batch[cardinality(batch)];
		UPDATE employees e
			SET cancelled_at = coalesce((SELECT max(h.happened_at) FROM history h
				WHERE h.record_type = 'employee' AND h.record_id = e.id AND h.action = 'cancelled'), now())
			WHERE e.id = ANY (batch) AND e.status = 'cancelled' AND e.cancelled_at IS NULL;
		COMMIT;
	END LOOP;
END $$;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_of_company_by_email" ON "employees" USING btree ("company_id",lower("email")) WHERE "employees"."email" is not null;--> statement-breakpoint
ANALYZE "employees";
