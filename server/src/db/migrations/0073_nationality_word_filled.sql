-- outside a transaction
-- Fills in what a trigger keeps for newer rows, 200 rows at a time. Nobody is told of rows that look as before: while a batch runs, the table
-- is closed to writers and its triggers are off.
DO $$
DECLARE
	batch uuid[];
	place uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
	LOOP
		batch := ARRAY(SELECT t.id FROM visa_applications t WHERE t.id > place ORDER BY t.id LIMIT 200);
		EXIT WHEN cardinality(batch) = 0;
		place := batch[cardinality(batch)];
		CONTINUE WHEN NOT EXISTS (SELECT FROM visa_applications t WHERE t.id = ANY (batch) AND t.nationality_word = '');
		LOOP
			BEGIN
				SET LOCAL lock_timeout = '200ms';
				ALTER TABLE visa_applications DISABLE TRIGGER USER;
				EXIT;
			EXCEPTION WHEN lock_not_available THEN
				PERFORM pg_sleep(0.1);
			END;
		END LOOP;
		SET LOCAL lock_timeout = 0;
		UPDATE visa_applications SET nationality_word = nationality_word(nationality) WHERE id = ANY (batch) AND nationality_word = '';
		ALTER TABLE visa_applications ENABLE TRIGGER USER;
		COMMIT;
	END LOOP;
END $$;--> statement-breakpoint
DO $$
DECLARE
	batch uuid[];
	place uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
	LOOP
		batch := ARRAY(SELECT t.id FROM employees t WHERE t.id > place ORDER BY t.id LIMIT 200);
		EXIT WHEN cardinality(batch) = 0;
		place := batch[cardinality(batch)];
		CONTINUE WHEN NOT EXISTS (SELECT FROM employees t WHERE t.id = ANY (batch) AND t.nationality_word = '');
		LOOP
			BEGIN
				SET LOCAL lock_timeout = '200ms';
				ALTER TABLE employees DISABLE TRIGGER USER;
				EXIT;
			EXCEPTION WHEN lock_not_available THEN
				PERFORM pg_sleep(0.1);
			END;
		END LOOP;
		SET LOCAL lock_timeout = 0;
		UPDATE employees SET nationality_word = nationality_word(nationality) WHERE id = ANY (batch) AND nationality_word = '';
		ALTER TABLE employees ENABLE TRIGGER USER;
		COMMIT;
	END LOOP;
END $$;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_by_nationality_word" ON "visa_applications" USING btree ("nationality_word","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_of_company_by_nationality_word" ON "visa_applications" USING btree ("company_id","nationality_word","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "visa_applications_by_nationality";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "visa_applications_of_company_by_nationality";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_by_nationality_word" ON "employees" USING btree ("nationality_word","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "employees_of_company_by_nationality_word" ON "employees" USING btree ("company_id","nationality_word","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "employees_by_nationality";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "employees_of_company_by_nationality";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "visa_applications_withdrawn_by_nationality" ON "visa_applications" USING btree ("company_id","nationality_word") WHERE "visa_applications"."status" = 'withdrawn';--> statement-breakpoint
ANALYZE "visa_applications";--> statement-breakpoint
ANALYZE "employees";
