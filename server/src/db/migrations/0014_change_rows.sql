CREATE TABLE "changes" (
	"tx" xid8 DEFAULT pg_current_xact_id() NOT NULL,
	"noun" text NOT NULL,
	"id" uuid NOT NULL,
	"company_id" uuid,
	"written_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "changes_tx_noun_id_pk" PRIMARY KEY("tx","noun","id"),
	CONSTRAINT "changes_noun" CHECK ("changes"."noun" in ('application', 'company', 'employee', 'transaction', 'user', 'session'))
);--> statement-breakpoint
-- One row for each record that a transaction changes, by one insert for each statement. Companies are looked up row by row,
-- because a plan made for many rows would read whole tables for one; OFFSET 0 keeps that from being done twice. An application
-- that is gone is told by its own deletion.
CREATE FUNCTION tell_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME IN ('visa_applications', 'employees', 'transactions') THEN
		INSERT INTO changes (noun, id, company_id) SELECT TG_ARGV[0], c.id, c.company_id FROM changed c ON CONFLICT DO NOTHING;
	ELSIF TG_TABLE_NAME = 'stages' THEN
		INSERT INTO changes (noun, id, company_id)
			SELECT 'application', told.id, told.company_id FROM (
				SELECT c.application_id AS id, (SELECT a.company_id FROM visa_applications a WHERE a.id = c.application_id) AS company_id
				FROM changed c OFFSET 0
			) told WHERE told.company_id IS NOT NULL
			ON CONFLICT DO NOTHING;
	ELSIF TG_TABLE_NAME = 'documents' THEN
		INSERT INTO changes (noun, id, company_id)
			SELECT told.noun, told.id, told.company_id FROM (
				SELECT held.noun, held.id, CASE held.noun
					WHEN 'company' THEN held.id
					WHEN 'transaction' THEN (SELECT t.company_id FROM transactions t WHERE t.id = held.id)
					WHEN 'application' THEN (SELECT a.company_id FROM visa_applications a WHERE a.id = held.id)
				END AS company_id
				FROM (
					SELECT CASE
						WHEN c.company_id IS NOT NULL THEN 'company'
						WHEN c.transaction_id IS NOT NULL THEN 'transaction'
						WHEN c.user_id IS NOT NULL THEN 'user'
						ELSE 'application'
					END AS noun, coalesce(
						c.company_id, c.transaction_id, c.user_id, c.application_id,
						(SELECT s.application_id FROM stages s WHERE s.id = c.stage_id)
					) AS id FROM changed c OFFSET 0
				) held OFFSET 0
			) told
			WHERE told.id IS NOT NULL AND (told.noun <> 'application' OR told.company_id IS NOT NULL)
			ON CONFLICT DO NOTHING;
	ELSIF TG_TABLE_NAME = 'companies' THEN
		INSERT INTO changes (noun, id, company_id) SELECT 'company', c.id, c.id FROM changed c ON CONFLICT DO NOTHING;
	ELSIF TG_TABLE_NAME = 'users' THEN
		INSERT INTO changes (noun, id) SELECT 'user', c.id FROM changed c ON CONFLICT DO NOTHING;
	ELSE
		INSERT INTO changes (noun, id) SELECT TG_ARGV[0], c.user_id FROM changed c ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER visa_applications_inserts_told AFTER INSERT ON "visa_applications" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('application');--> statement-breakpoint
CREATE TRIGGER visa_applications_updates_told AFTER UPDATE ON "visa_applications" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('application');--> statement-breakpoint
CREATE TRIGGER visa_applications_deletes_told AFTER DELETE ON "visa_applications" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('application');--> statement-breakpoint
CREATE TRIGGER stages_inserts_told AFTER INSERT ON "stages" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('application');--> statement-breakpoint
CREATE TRIGGER stages_updates_told AFTER UPDATE ON "stages" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('application');--> statement-breakpoint
CREATE TRIGGER stages_deletes_told AFTER DELETE ON "stages" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('application');--> statement-breakpoint
CREATE TRIGGER documents_inserts_told AFTER INSERT ON "documents" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('document');--> statement-breakpoint
CREATE TRIGGER documents_updates_told AFTER UPDATE ON "documents" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('document');--> statement-breakpoint
CREATE TRIGGER documents_deletes_told AFTER DELETE ON "documents" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('document');--> statement-breakpoint
CREATE TRIGGER companies_inserts_told AFTER INSERT ON "companies" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('company');--> statement-breakpoint
CREATE TRIGGER companies_updates_told AFTER UPDATE ON "companies" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('company');--> statement-breakpoint
CREATE TRIGGER companies_deletes_told AFTER DELETE ON "companies" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('company');--> statement-breakpoint
CREATE TRIGGER employees_inserts_told AFTER INSERT ON "employees" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('employee');--> statement-breakpoint
CREATE TRIGGER employees_updates_told AFTER UPDATE ON "employees" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('employee');--> statement-breakpoint
CREATE TRIGGER employees_deletes_told AFTER DELETE ON "employees" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('employee');--> statement-breakpoint
CREATE TRIGGER transactions_inserts_told AFTER INSERT ON "transactions" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('transaction');--> statement-breakpoint
CREATE TRIGGER transactions_updates_told AFTER UPDATE ON "transactions" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('transaction');--> statement-breakpoint
CREATE TRIGGER users_inserts_told AFTER INSERT ON "users" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('user');--> statement-breakpoint
CREATE TRIGGER users_updates_told AFTER UPDATE ON "users" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('user');--> statement-breakpoint
CREATE TRIGGER users_deletes_told AFTER DELETE ON "users" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('user');--> statement-breakpoint
CREATE TRIGGER user_companies_inserts_told AFTER INSERT ON "user_companies" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('user');--> statement-breakpoint
CREATE TRIGGER user_companies_deletes_told AFTER DELETE ON "user_companies" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('user');--> statement-breakpoint
CREATE TRIGGER sessions_deletes_told AFTER DELETE ON "sessions" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('session');--> statement-breakpoint
DROP TRIGGER visa_applications_told ON "visa_applications";--> statement-breakpoint
DROP TRIGGER stages_told ON "stages";--> statement-breakpoint
DROP TRIGGER documents_told ON "documents";--> statement-breakpoint
DROP TRIGGER companies_told ON "companies";--> statement-breakpoint
DROP TRIGGER employees_told ON "employees";--> statement-breakpoint
DROP TRIGGER transactions_told ON "transactions";--> statement-breakpoint
DROP TRIGGER users_told ON "users";--> statement-breakpoint
DROP TRIGGER user_companies_told ON "user_companies";--> statement-breakpoint
DROP TRIGGER sessions_told ON "sessions";--> statement-breakpoint
DROP FUNCTION tell_change();
