-- beside the version before
CREATE TABLE "left_accesses" (
	"number" integer PRIMARY KEY NOT NULL,
	"left_at" timestamptz(3) NOT NULL,
	"lines" integer NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER left_accesses_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "left_accesses" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- What has left after its term is sealed; the chain shows where that was forged.
CREATE FUNCTION guard_accesses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	left_to bigint := (SELECT s.accesses_to FROM left_accesses l JOIN seals s ON s.number = l.number ORDER BY l.number DESC LIMIT 1);
BEGIN
	IF EXISTS (SELECT FROM gone WHERE left_to IS NULL OR seq > left_to) THEN
		RAISE EXCEPTION 'accesses is append-only';
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER accesses_guarded AFTER DELETE ON "accesses" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION guard_accesses();--> statement-breakpoint
CREATE OR REPLACE TRIGGER accesses_append_only BEFORE UPDATE OR TRUNCATE ON "accesses" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
