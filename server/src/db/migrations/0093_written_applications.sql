CREATE TABLE "written_applications" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"shape" smallint NOT NULL,
	"own" text NOT NULL,
	"documents" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "written_applications" ADD CONSTRAINT "written_applications_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What an application says of itself in a list, as JSON without the braces: the members of VisaApplication in their order, but for the company's
-- name and the documents. Whoever changes it raises the shape here and in server/src/applications/written.ts, and fills the table again.
CREATE FUNCTION written_application(a visa_applications) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
	SELECT concat(
		'"id":"', a.id, '","application_type":"', a.application_type, '","company_id":"', a.company_id,
		'","employee_id":', coalesce('"' || a.employee_id || '"', 'null'),
		',"employee_name":', to_json(a.employee_name),
		',"passport_number":', coalesce(to_json(a.passport_number)::text, 'null'),
		',"nationality":', to_json(a.nationality),
		',"designation":', coalesce(to_json(a.designation)::text, 'null'),
		',"email":', coalesce(to_json(a.email)::text, 'null'),
		',"mobile":', coalesce(to_json(a.mobile)::text, 'null'),
		',"visa_type":"', a.visa_type, '","priority":"', a.priority, '","employee_location":"', a.employee_location, '"',
		',"salary_breakup":', coalesce(to_json(a.salary_breakup)::text, 'null'),
		',"notice_period":', coalesce(to_json(a.notice_period)::text, 'null'),
		',"probation_period":', coalesce(to_json(a.probation_period)::text, 'null'),
		',"annual_leave_type":"', a.annual_leave_type, '","ticket_frequency":"', a.ticket_frequency, '","current_stage":"', a.current_stage, '"',
		',"stage_status":', coalesce('"' || a.stage_status || '"', 'null'),
		',"stage_since":"', to_char(a.stage_since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '","status":"', a.status,
		'","submitted_at":"', to_char(a.submitted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '"',
		',"visa_expiry_date":', coalesce('"' || to_char(a.visa_expiry_date, 'YYYY-MM-DD') || '"', 'null'),
		',"expiry_date":', coalesce('"' || to_char(a.expiry_date, 'YYYY-MM-DD') || '"', 'null'),
		',"cost":', a.cost_fils / 100.0::float8)
$$;--> statement-breakpoint
-- The links of an application's documents, as JSON: each slot with its link or null.
CREATE FUNCTION written_documents(application uuid) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
	SELECT '{' || string_agg('"' || s.slot || '":' || coalesce('"/api/documents/' || d.id || '"', 'null'), ',' ORDER BY s.place) || '}'
	FROM unnest('{passport_front,passport_last,passport_cover,photo,degree,existing_visa,eid}'::text[]) WITH ORDINALITY s(slot, place)
	LEFT JOIN documents d ON d.application_id = application AND d.slot = s.slot
$$;--> statement-breakpoint
CREATE FUNCTION write_application() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	text constant text := written_application(NEW);
	kept written_applications;
BEGIN
	IF TG_OP = 'UPDATE' THEN
		SELECT * INTO kept FROM written_applications WHERE application_id = NEW.id;
	END IF;
	IF kept IS NULL THEN
		INSERT INTO written_applications VALUES (NEW.id, 1, text, written_documents(NEW.id))
		ON CONFLICT (application_id) DO UPDATE SET shape = excluded.shape, own = excluded.own;
	ELSIF (kept.shape, kept.own) <> (1, text) THEN
		UPDATE written_applications SET shape = 1, own = text WHERE application_id = NEW.id;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
-- The row is locked before the documents are read: who waited for another change of them sees it. One that is not filled in yet is written first.
CREATE FUNCTION write_documents(application uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM written_applications WHERE application_id = application FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		INSERT INTO written_applications SELECT a.id, 1, written_application(a), written_documents(a.id) FROM visa_applications a WHERE a.id = application
		ON CONFLICT DO NOTHING;
		PERFORM FROM written_applications WHERE application_id = application FOR NO KEY UPDATE;
	END IF;
	UPDATE written_applications SET documents = written_documents(application) WHERE application_id = application;
END $$;--> statement-breakpoint
CREATE FUNCTION write_documents_of_old() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_documents(OLD.application_id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION write_documents_of_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM write_documents(NEW.application_id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER visa_applications_written AFTER INSERT OR UPDATE ON "visa_applications" FOR EACH ROW EXECUTE FUNCTION write_application();--> statement-breakpoint
CREATE TRIGGER documents_written_in AFTER INSERT ON "documents" FOR EACH ROW WHEN (NEW.application_id IS NOT NULL) EXECUTE FUNCTION write_documents_of_new();--> statement-breakpoint
CREATE TRIGGER documents_written_anew AFTER UPDATE ON "documents" FOR EACH ROW
	WHEN (NEW.application_id IS NOT NULL AND (OLD.application_id, OLD.slot) IS DISTINCT FROM (NEW.application_id, NEW.slot)) EXECUTE FUNCTION write_documents_of_new();--> statement-breakpoint
CREATE TRIGGER documents_written_away AFTER UPDATE ON "documents" FOR EACH ROW
	WHEN (OLD.application_id IS NOT NULL AND OLD.application_id IS DISTINCT FROM NEW.application_id) EXECUTE FUNCTION write_documents_of_old();--> statement-breakpoint
CREATE TRIGGER documents_written_out AFTER DELETE ON "documents" FOR EACH ROW WHEN (OLD.application_id IS NOT NULL) EXECUTE FUNCTION write_documents_of_old();
