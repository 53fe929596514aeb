CREATE TABLE "case_dates" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"entry_permit_issued_on" date,
	"entered_on" date,
	"status_changed_on" date,
	"medical_on" date
);
--> statement-breakpoint
ALTER TABLE "case_dates" ADD CONSTRAINT "case_dates_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Told as the application.
CREATE FUNCTION tell_case_dates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO changes (noun, id, company_id)
		SELECT 'application', told.id, told.company_id FROM (
			SELECT c.application_id AS id, (SELECT a.company_id FROM visa_applications a WHERE a.id = c.application_id) AS company_id
			FROM changed c OFFSET 0
		) told WHERE told.company_id IS NOT NULL
		ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER case_dates_inserts_told AFTER INSERT ON "case_dates" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_case_dates();--> statement-breakpoint
CREATE TRIGGER case_dates_updates_told AFTER UPDATE ON "case_dates" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_case_dates();
