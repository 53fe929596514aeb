-- outside a transaction
-- Fills in what the triggers fill in for newer rows, the employees first, 15 rows at a time. Nobody is told of rows that look as before:
-- while a batch runs, the table is closed to writers and its triggers are off.
DO $$
DECLARE
	held record;
	person uuid;
	locked int[];
	keys int[];
	rows_read int;
	place_at timestamptz := '-infinity';
	place_id uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
	LOOP
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
		keys := '{}';
		rows_read := 0;
		FOR held IN
			SELECT * FROM employees t WHERE (t.created_at, t.id) > (place_at, place_id) ORDER BY t.created_at, t.id LIMIT 15
		LOOP
			rows_read := rows_read + 1;
			place_at := held.created_at;
			place_id := held.id;
			CONTINUE WHEN held.person_id IS NOT NULL;
			-- Of the session, because one transaction cannot hold as many as a restored backup would need.
			locked := person_keys(held.company_id, held.passport_number, held.employee_name, held.nationality);
			PERFORM pg_advisory_lock(7036, each) FROM unnest(locked) each;
			keys := keys || locked;
			person := person_of(held.company_id, NULL, held.passport_number, held.employee_name, held.nationality);
			IF person IS NULL THEN
				INSERT INTO persons (id, company_id, expires_on, cancelled)
					VALUES (held.id, held.company_id, held.visa_expiry_date, held.status <> 'active');
			END IF;
			UPDATE employees SET person_id = coalesce(person, held.id) WHERE id = held.id;
			IF person IS NOT NULL THEN
				PERFORM keep_person(person);
			END IF;
		END LOOP;
		ALTER TABLE employees ENABLE TRIGGER USER;
		COMMIT;
		PERFORM pg_advisory_unlock(7036, each) FROM unnest(keys) each;
		EXIT WHEN rows_read = 0;
	END LOOP;
END $$;--> statement-breakpoint
DO $$
DECLARE
	held record;
	person uuid;
	recorded jsonb;
	locked int[];
	keys int[];
	batch uuid[];
	rows_read int;
	place_at timestamptz := '-infinity';
	place_id uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
	LOOP
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
		keys := '{}';
		batch := '{}';
		rows_read := 0;
		FOR held IN
			SELECT * FROM visa_applications t WHERE (t.submitted_at, t.id) > (place_at, place_id) ORDER BY t.submitted_at, t.id LIMIT 15
		LOOP
			rows_read := rows_read + 1;
			place_at := held.submitted_at;
			place_id := held.id;
			CONTINUE WHEN held.person_id IS NOT NULL;
			-- Of the session, because one transaction cannot hold as many as a restored backup would need.
			locked := person_keys(held.company_id, held.passport_number, held.employee_name, held.nationality);
			PERFORM pg_advisory_lock(7036, each) FROM unnest(locked) each;
			keys := keys || locked;
			person := person_of(held.company_id, held.employee_id, held.passport_number, held.employee_name, held.nationality);
			IF person IS NULL THEN
				INSERT INTO persons (id, company_id, application_id, applied_at, expires_on)
					VALUES (held.id, held.company_id, held.id, held.submitted_at, coalesce(held.expiry_date, held.visa_expiry_date));
			END IF;
			recorded := recorded_stages(held.id);
			UPDATE visa_applications SET
				person_id = coalesce(person, held.id),
				expires_on = coalesce(held.expiry_date, held.visa_expiry_date),
				stage_status = (stage_place(recorded)).status,
				refused = is_refused(recorded),
				stage_since = coalesce(stage_since_told(held.id), stage_since_guessed(held.id))
			WHERE id = held.id;
			batch := batch || held.id;
			IF person IS NOT NULL THEN
				PERFORM keep_person(person);
			END IF;
		END LOOP;
		PERFORM keep_stage_days(moves.company_id, array_agg(moves.day), array_agg(moves.stage), array_agg(moves.status), array_agg(moves.moved))
			FROM (SELECT a.company_id, m.* FROM visa_applications a, stage_moves(a.id, a.submitted_at, held_stages(a.id)) m WHERE a.id = ANY(batch)) moves
			GROUP BY moves.company_id;
		ALTER TABLE visa_applications ENABLE TRIGGER USER;
		COMMIT;
		PERFORM pg_advisory_unlock(7036, each) FROM unnest(keys) each;
		EXIT WHEN rows_read = 0;
	END LOOP;
END $$;
