DROP TRIGGER ledger_filled ON "ledger";--> statement-breakpoint
DROP FUNCTION guard_ledger();--> statement-breakpoint
DROP TRIGGER ledger_append_only ON "ledger";--> statement-breakpoint
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
