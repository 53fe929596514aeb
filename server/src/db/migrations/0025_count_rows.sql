-- outside a transaction
CREATE OR REPLACE TRIGGER visa_applications_added AFTER INSERT ON "visa_applications" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_applications();--> statement-breakpoint
CREATE OR REPLACE TRIGGER visa_applications_removed AFTER DELETE ON "visa_applications" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_applications();--> statement-breakpoint
CREATE OR REPLACE TRIGGER visa_applications_moved AFTER UPDATE ON "visa_applications" FOR EACH ROW
	WHEN ((OLD.company_id, OLD.status, OLD.current_stage, OLD.nationality) IS DISTINCT FROM (NEW.company_id, NEW.status, NEW.current_stage, NEW.nationality))
	EXECUTE FUNCTION recount_application();--> statement-breakpoint
CREATE OR REPLACE TRIGGER employees_added AFTER INSERT ON "employees" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_employees();--> statement-breakpoint
CREATE OR REPLACE TRIGGER employees_removed AFTER DELETE ON "employees" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_employees();--> statement-breakpoint
CREATE OR REPLACE TRIGGER employees_moved AFTER UPDATE ON "employees" FOR EACH ROW
	WHEN ((OLD.company_id, OLD.status, OLD.visa_expiry_date) IS DISTINCT FROM (NEW.company_id, NEW.status, NEW.visa_expiry_date))
	EXECUTE FUNCTION recount_employee();--> statement-breakpoint
CREATE OR REPLACE TRIGGER persons_added AFTER INSERT ON "persons" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_people();--> statement-breakpoint
CREATE OR REPLACE TRIGGER persons_removed AFTER DELETE ON "persons" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_people();--> statement-breakpoint
CREATE OR REPLACE TRIGGER persons_moved AFTER UPDATE ON "persons" FOR EACH ROW
	WHEN ((OLD.applied_at IS NULL) <> (NEW.applied_at IS NULL)) EXECUTE FUNCTION recount_person();--> statement-breakpoint
CREATE OR REPLACE TRIGGER transactions_added AFTER INSERT ON "transactions" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_transactions();--> statement-breakpoint
-- Each of the next two is one statement: counted are the rows of before its trigger.
DO $$ BEGIN
	IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'companies_added' AND tgrelid = 'companies'::regclass) THEN
		CREATE TRIGGER companies_added AFTER INSERT ON companies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_whole('company');
		CREATE TRIGGER companies_left BEFORE DELETE ON companies FOR EACH ROW EXECUTE FUNCTION leave_counts();
		CREATE CONSTRAINT TRIGGER companies_removed AFTER DELETE ON companies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION end_counts();
		INSERT INTO total_counts SELECT 'company', '', slot_of(id), count(*) FROM companies GROUP BY 3;
	END IF;
END $$;--> statement-breakpoint
DO $$ BEGIN
	IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'users_added' AND tgrelid = 'users'::regclass) THEN
		CREATE TRIGGER users_added AFTER INSERT ON users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_whole('user');
		CREATE TRIGGER users_removed AFTER DELETE ON users REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_whole('user');
		INSERT INTO total_counts SELECT 'user', '', slot_of(id), count(*) FROM users GROUP BY 3;
	END IF;
END $$;--> statement-breakpoint
-- The wallet of a deleted company stays, with its transactions. The lock waits for companies that are being made.
DO $$ BEGIN
	LOCK TABLE companies IN SHARE ROW EXCLUSIVE MODE;
	IF EXISTS (SELECT FROM uncounted WHERE company_id = '00000000-0000-0000-0000-000000000000') THEN
		INSERT INTO uncounted SELECT id FROM companies UNION SELECT company_id FROM wallets ON CONFLICT DO NOTHING;
		DELETE FROM uncounted WHERE company_id = '00000000-0000-0000-0000-000000000000';
	END IF;
END $$;--> statement-breakpoint
DO $$ DECLARE company uuid; BEGIN
	FOR company IN SELECT company_id FROM uncounted ORDER BY company_id LOOP
		PERFORM count_company(company);
		COMMIT;
	END LOOP;
END $$;
