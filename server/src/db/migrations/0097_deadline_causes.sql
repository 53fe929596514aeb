-- outside a transaction
CREATE OR REPLACE TRIGGER papers_inserts_marked AFTER INSERT ON "papers" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_papers();--> statement-breakpoint
CREATE OR REPLACE TRIGGER papers_deletes_marked AFTER DELETE ON "papers" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_papers();--> statement-breakpoint
CREATE OR REPLACE TRIGGER papers_updates_marked AFTER UPDATE ON "papers" FOR EACH ROW
	WHEN ((OLD.state, OLD.issued_on, OLD.expires_on, OLD.person_id, OLD.company_id, OLD.kind) IS DISTINCT FROM (NEW.state, NEW.issued_on, NEW.expires_on, NEW.person_id, NEW.company_id, NEW.kind))
	EXECUTE FUNCTION mark_paper();--> statement-breakpoint
CREATE OR REPLACE TRIGGER employees_inserts_marked AFTER INSERT ON "employees" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_records();--> statement-breakpoint
CREATE OR REPLACE TRIGGER employees_deletes_marked AFTER DELETE ON "employees" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_records();--> statement-breakpoint
CREATE OR REPLACE TRIGGER employees_updates_marked AFTER UPDATE ON "employees" FOR EACH ROW
	WHEN ((OLD.status, OLD.skill_level, OLD.outside_since, OLD.nationality, OLD.person_id, OLD.company_id) IS DISTINCT FROM (NEW.status, NEW.skill_level, NEW.outside_since, NEW.nationality, NEW.person_id, NEW.company_id))
	EXECUTE FUNCTION mark_record();--> statement-breakpoint
CREATE OR REPLACE TRIGGER case_dates_marked AFTER INSERT OR UPDATE OR DELETE ON "case_dates" FOR EACH ROW EXECUTE FUNCTION mark_case_dates();--> statement-breakpoint
CREATE OR REPLACE TRIGGER visa_applications_marked AFTER UPDATE ON "visa_applications" FOR EACH ROW
	WHEN ((OLD.status, OLD.person_id, OLD.application_type, OLD.employee_location) IS DISTINCT FROM (NEW.status, NEW.person_id, NEW.application_type, NEW.employee_location))
	EXECUTE FUNCTION mark_case();--> statement-breakpoint
CREATE OR REPLACE TRIGGER visa_applications_deletes_marked AFTER DELETE ON "visa_applications" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_cases_gone();--> statement-breakpoint
CREATE OR REPLACE TRIGGER establishments_inserts_marked AFTER INSERT ON "establishments" FOR EACH ROW
	WHEN (NEW.emirate IS NOT NULL OR NEW.jurisdiction IS NOT NULL OR NEW.free_zone IS NOT NULL) EXECUTE FUNCTION mark_establishment();--> statement-breakpoint
CREATE OR REPLACE TRIGGER establishments_updates_marked AFTER UPDATE ON "establishments" FOR EACH ROW
	WHEN ((OLD.emirate, OLD.jurisdiction, OLD.free_zone) IS DISTINCT FROM (NEW.emirate, NEW.jurisdiction, NEW.free_zone)) EXECUTE FUNCTION mark_establishment();--> statement-breakpoint
CREATE OR REPLACE TRIGGER companies_deadlines AFTER INSERT ON "companies" FOR EACH ROW EXECUTE FUNCTION keep_deadline_company();--> statement-breakpoint
-- The clocks of these are written by the job of a server that knows how, in batches.
INSERT INTO deadline_companies (company_id) SELECT c.id FROM companies c ON CONFLICT DO NOTHING;
