-- outside a transaction
CREATE TABLE IF NOT EXISTS "advances" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"advanced_by" uuid NOT NULL,
	"advanced_at" timestamptz(3) NOT NULL,
	"stage_id" uuid NOT NULL,
	"begun_id" uuid,
	"before" jsonb,
	"document_id" uuid,
	"replaced_id" uuid
);--> statement-breakpoint
ALTER TABLE "advances" DROP CONSTRAINT IF EXISTS "advances_application_id_visa_applications_id_fk", DROP CONSTRAINT IF EXISTS "advances_advanced_by_users_id_fk",
	ADD CONSTRAINT "advances_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action,
	ADD CONSTRAINT "advances_advanced_by_users_id_fk" FOREIGN KEY ("advanced_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "advances_by_time" ON "advances" USING btree ("advanced_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "advances_by_user" ON "advances" USING btree ("advanced_by");--> statement-breakpoint
ALTER TABLE "history" DROP CONSTRAINT IF EXISTS "history_action",
	ADD CONSTRAINT "history_action" CHECK ("history"."action" in ('submitted', 'stage_added', 'stage_changed', 'stage_undone', 'stage_document_added', 'document_added', 'document_deleted', 'expiry_date_set', 'completed', 'reopened', 'withdrawn', 'created', 'changed', 'category_changed', 'renewal_submitted', 'cancellation_requested', 'cancelled', 'reactivated', 'user_approved', 'user_invited', 'two_step_on', 'two_step_off', 'recovery_codes_renewed', 'recovery_code_used', 'topup_requested', 'topup_approved', 'topup_rejected', 'reversed', 'erased')) NOT VALID;--> statement-breakpoint
ALTER TABLE "history" VALIDATE CONSTRAINT "history_action";--> statement-breakpoint
CREATE OR REPLACE FUNCTION stage_moves(application uuid, submitted_at timestamptz, held jsonb) RETURNS TABLE (day date, stage text, status text, moved integer)
LANGUAGE plpgsql STABLE AS $$
DECLARE
	names constant text[] := ARRAY['Offer Letter', 'Labor Fees', 'Entry Permit', 'Change Status', 'Medical Test', 'Emirates ID', 'Visa Stamping'];
	recorded text[] := array_fill(NULL::text, ARRAY[7]);
	line record;
	furthest int := 1;
	at_stage text := names[1];
	at_status text := 'active';
	came text;
	came_status text;
BEGIN
	day := dubai_day(submitted_at); stage := at_stage; status := at_status; moved := 1;
	RETURN NEXT;
	FOR line IN
		WITH told AS MATERIALIZED (
			SELECT h.seq, h.happened_at, h.subject, change->>'from' AS before, change->>'to' AS status
			FROM history h, jsonb_array_elements(h.changes) change
			WHERE h.record_type = 'application' AND h.record_id = application AND h.action IN ('stage_added', 'stage_changed', 'stage_undone')
				AND change->>'field' = 'status' AND h.happened_at >= (held->h.subject->>'created_at')::timestamptz
		)
		SELECT 0::bigint AS seq, (each.value->>'created_at')::timestamptz AS at, array_position(names, each.key) AS place,
			CASE WHEN first.seq IS NULL THEN each.value->>'status' ELSE first.before END AS status
		FROM jsonb_each(held) each LEFT JOIN LATERAL (SELECT t.seq, t.before FROM told t WHERE t.subject = each.key ORDER BY t.seq LIMIT 1) first ON true
		UNION ALL SELECT t.seq, t.happened_at, array_position(names, t.subject), t.status FROM told t
		ORDER BY 1, 2, 3
	LOOP
		CONTINUE WHEN line.status IS NULL;
		recorded[line.place] := line.status;
		furthest := greatest(furthest, line.place);
		-- As stage_and_status, but without JSON for each line of a history.
		day := dubai_day(line.at);
		stage := names[CASE WHEN recorded[furthest] = 'Approved' THEN least(furthest + 1, 7) ELSE furthest END];
		status := CASE recorded[7] WHEN 'Approved' THEN 'completed' ELSE 'active' END;
		IF stage <> at_stage OR status <> at_status THEN
			moved := 1;
			RETURN NEXT;
			moved := -1;
			came := stage;
			came_status := status;
			stage := at_stage;
			status := at_status;
			RETURN NEXT;
			at_stage := came;
			at_status := came_status;
		END IF;
	END LOOP;
	-- The last that happens to it (S13).
	SELECT dubai_day(a.withdrawn_at) INTO day FROM visa_applications a WHERE a.id = application;
	IF day IS NOT NULL THEN
		stage := at_stage;
		status := 'withdrawn';
		moved := 1;
		RETURN NEXT;
		status := at_status;
		moved := -1;
		RETURN NEXT;
	END IF;
END $$;--> statement-breakpoint
-- Since when the current stage is the current one, by the history; null where the history does not tell of every stage. What was undone has not been.
CREATE OR REPLACE FUNCTION stage_since_told(application uuid) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE
	line record;
	told jsonb := '{}';
	before int := 1;
	since timestamptz[] := ARRAY[(SELECT a.submitted_at FROM visa_applications a WHERE a.id = application)];
BEGIN
	FOR line IN
		SELECT h.action, h.subject, h.happened_at, change->>'to' AS status FROM history h, jsonb_array_elements(h.changes) change
		WHERE h.record_type = 'application' AND h.record_id = application AND h.action IN ('stage_added', 'stage_changed', 'stage_undone')
			AND change->>'field' = 'status'
		ORDER BY h.seq
	LOOP
		told := CASE WHEN line.status IS NULL THEN told - line.subject ELSE told || jsonb_build_object(line.subject, line.status) END;
		IF (stage_place(told)).place <> before THEN
			before := (stage_place(told)).place;
			IF line.action <> 'stage_undone' OR since[before] IS NULL THEN
				since[before] := line.happened_at;
			END IF;
		END IF;
	END LOOP;
	RETURN CASE WHEN told = recorded_stages(application) THEN since[before] END;
END $$;
