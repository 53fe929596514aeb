CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	r jsonb;
	noun text := TG_ARGV[0];
	changed uuid;
	company uuid;
BEGIN
	IF TG_OP = 'DELETE' THEN r := to_jsonb(OLD); ELSE r := to_jsonb(NEW); END IF;
	changed := CASE
		WHEN TG_TABLE_NAME = 'stages' THEN r->>'application_id'
		WHEN TG_TABLE_NAME IN ('sessions', 'user_companies') THEN r->>'user_id'
		ELSE r->>'id'
	END;
	company := CASE WHEN noun = 'company' THEN changed::text ELSE r->>'company_id' END;
	IF TG_TABLE_NAME = 'documents' THEN
		noun := CASE
			WHEN r->>'company_id' IS NOT NULL THEN 'company'
			WHEN r->>'transaction_id' IS NOT NULL THEN 'transaction'
			WHEN r->>'user_id' IS NOT NULL THEN 'user'
			ELSE 'application'
		END;
		changed := coalesce(
			r->>'application_id',
			(SELECT s.application_id::text FROM stages s WHERE s.id = (r->>'stage_id')::uuid),
			r->>'company_id', r->>'transaction_id', r->>'user_id'
		);
	END IF;
	IF noun = 'application' AND company IS NULL THEN
		SELECT a.company_id INTO company FROM visa_applications a WHERE a.id = changed;
	ELSIF noun = 'transaction' AND company IS NULL THEN
		SELECT t.company_id INTO company FROM transactions t WHERE t.id = changed;
	END IF;
	IF changed IS NOT NULL THEN
		PERFORM pg_notify('changes', json_build_object('noun', noun, 'id', changed, 'company_id', company)::text);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER visa_applications_told AFTER INSERT OR UPDATE OR DELETE ON "visa_applications" FOR EACH ROW EXECUTE FUNCTION tell_change('application');--> statement-breakpoint
CREATE TRIGGER stages_told AFTER INSERT OR UPDATE OR DELETE ON "stages" FOR EACH ROW EXECUTE FUNCTION tell_change('application');--> statement-breakpoint
CREATE TRIGGER documents_told AFTER INSERT OR UPDATE OR DELETE ON "documents" FOR EACH ROW EXECUTE FUNCTION tell_change('document');--> statement-breakpoint
CREATE TRIGGER companies_told AFTER INSERT OR UPDATE OR DELETE ON "companies" FOR EACH ROW EXECUTE FUNCTION tell_change('company');--> statement-breakpoint
CREATE TRIGGER employees_told AFTER INSERT OR UPDATE OR DELETE ON "employees" FOR EACH ROW EXECUTE FUNCTION tell_change('employee');--> statement-breakpoint
CREATE TRIGGER transactions_told AFTER INSERT OR UPDATE ON "transactions" FOR EACH ROW EXECUTE FUNCTION tell_change('transaction');--> statement-breakpoint
CREATE TRIGGER users_told AFTER INSERT OR UPDATE OR DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION tell_change('user');--> statement-breakpoint
CREATE TRIGGER user_companies_told AFTER INSERT OR DELETE ON "user_companies" FOR EACH ROW EXECUTE FUNCTION tell_change('user');--> statement-breakpoint
CREATE TRIGGER sessions_told AFTER DELETE ON "sessions" FOR EACH ROW EXECUTE FUNCTION tell_change('session');
