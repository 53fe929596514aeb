CREATE TABLE "upload_hours" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"began_at" timestamptz(3) NOT NULL,
	"files" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"erased_at" timestamptz(3) NOT NULL,
	"cause" text NOT NULL,
	CONSTRAINT "erasures_cause" CHECK ("erasures"."cause" in ('request', 'retention'))
);
--> statement-breakpoint
ALTER TABLE "history" DROP CONSTRAINT "history_action";--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "charged_to" uuid;--> statement-breakpoint
ALTER TABLE "upload_hours" ADD CONSTRAINT "upload_hours_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_charged" ON "documents" USING btree ("charged_to");--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_action" CHECK ("history"."action" in ('submitted', 'stage_added', 'stage_changed', 'stage_document_added', 'document_added', 'document_deleted', 'expiry_date_set', 'completed', 'reopened', 'created', 'changed', 'category_changed', 'renewal_submitted', 'cancellation_requested', 'cancelled', 'reactivated', 'user_approved', 'user_invited', 'topup_requested', 'topup_approved', 'topup_rejected', 'reversed', 'erased'));--> statement-breakpoint
UPDATE "documents" d SET "charged_to" = coalesce(
	d.company_id,
	(SELECT a.company_id FROM visa_applications a WHERE a.id = d.application_id),
	(SELECT a.company_id FROM stages s JOIN visa_applications a ON a.id = s.application_id WHERE s.id = d.stage_id),
	(SELECT t.company_id FROM transactions t WHERE t.id = d.transaction_id),
	(SELECT coalesce(u.active_company_id, u.company_id) FROM users u WHERE u.id = d.uploaded_by)
) WHERE NOT EXISTS (SELECT FROM users u WHERE u.id = d.uploaded_by AND u.role = 'admin');--> statement-breakpoint
CREATE TRIGGER erasures_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "erasures" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION is_erasing() RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT EXISTS (SELECT FROM erasures WHERE xmin = pg_current_xact_id()::xid)
$$;--> statement-breakpoint
CREATE FUNCTION erased(given text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN given IS NULL THEN NULL ELSE 'erased' END
$$;--> statement-breakpoint
CREATE FUNCTION erased_changes(changes jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT coalesce(jsonb_agg(
		CASE
			WHEN each.change->>'field' = 'status' THEN each.change
			ELSE jsonb_build_object('field', each.change->'field', 'from', erased(each.change->>'from'), 'to', erased(each.change->>'to'))
		END ORDER BY each.position), '[]')
	FROM jsonb_array_elements(changes) WITH ORDINALITY AS each(change, position)
$$;--> statement-breakpoint
CREATE FUNCTION guard_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF is_erasing()
		AND (NEW.id, NEW.happened_at, NEW.actor_id, NEW.record_type, NEW.record_id, NEW.action)
			IS NOT DISTINCT FROM (OLD.id, OLD.happened_at, OLD.actor_id, OLD.record_type, OLD.record_id, OLD.action)
		AND (NEW.actor_name IS NOT DISTINCT FROM OLD.actor_name OR NEW.actor_name = erased(OLD.actor_name))
		AND (NEW.subject IS NOT DISTINCT FROM OLD.subject OR NEW.subject = erased(OLD.subject))
		AND NEW.changes IN (OLD.changes, erased_changes(OLD.changes)) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'history is append-only';
END $$;--> statement-breakpoint
DROP TRIGGER history_append_only ON "history";--> statement-breakpoint
CREATE TRIGGER history_append_only BEFORE DELETE OR TRUNCATE ON "history" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER history_guarded BEFORE UPDATE ON "history" FOR EACH ROW EXECUTE FUNCTION guard_history();--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		RAISE EXCEPTION 'a transaction stays';
	END IF;
	IF is_erasing() AND to_jsonb(NEW) - '{employee_name,notes}'::text[] = to_jsonb(OLD) - '{employee_name,notes}'::text[] THEN
		RETURN NEW;
	END IF;
	IF OLD.status <> 'pending' OR (NEW.id, NEW.company_id, NEW.type, NEW.amount_fils, NEW.direction, NEW.created_at)
		IS DISTINCT FROM (OLD.id, OLD.company_id, OLD.type, OLD.amount_fils, OLD.direction, OLD.created_at) THEN
		RAISE EXCEPTION 'a transaction is decided once';
	END IF;
	RETURN NEW;
END $$;
