CREATE TABLE "company_readiness" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"level" text DEFAULT 'unknown' NOT NULL,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"day" date DEFAULT '-infinity' NOT NULL,
	"rules_version" bigint DEFAULT 0 NOT NULL,
	"doubts" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "company_readiness_level" CHECK ("company_readiness"."level" in ('stops', 'stops_new', 'slows', 'unknown', 'ready'))
) WITH (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE "company_readiness" ADD CONSTRAINT "company_readiness_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_readiness_by_level" ON "company_readiness" USING btree ("level","company_id");--> statement-breakpoint
CREATE INDEX "company_readiness_by_day" ON "company_readiness" USING btree ("day","rules_version");--> statement-breakpoint
-- Whoever asks next reckons it anew. A number that goes up tells them whether somebody has written since they read.
CREATE FUNCTION doubt_readiness(company uuid) RETURNS void LANGUAGE sql AS $$
	INSERT INTO company_readiness AS kept (company_id) VALUES (company)
		ON CONFLICT (company_id) DO UPDATE SET day = '-infinity', doubts = kept.doubts + 1
$$;--> statement-breakpoint
CREATE FUNCTION doubt_readiness_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM doubt_readiness(NEW.company_id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER establishments_doubted AFTER INSERT OR UPDATE ON "establishments" FOR EACH ROW EXECUTE FUNCTION doubt_readiness_of_row();--> statement-breakpoint
CREATE TRIGGER papers_doubted AFTER INSERT OR UPDATE ON "papers" FOR EACH ROW WHEN (NEW.person_id IS NULL) EXECUTE FUNCTION doubt_readiness_of_row();--> statement-breakpoint
-- Who counts against a quota decides something only where one is on record.
CREATE FUNCTION doubt_readiness_of_quota() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	company uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.company_id ELSE NEW.company_id END;
BEGIN
	UPDATE company_readiness kept SET day = '-infinity', doubts = kept.doubts + 1
		FROM establishments e WHERE kept.company_id = company AND e.company_id = company AND e.quota_total IS NOT NULL;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER company_counts_doubted AFTER INSERT OR UPDATE ON "company_counts" FOR EACH ROW
	WHEN (NEW.kind = 'arriving' OR NEW.kind = 'employee' AND NEW.value = 'active') EXECUTE FUNCTION doubt_readiness_of_quota();--> statement-breakpoint
CREATE TRIGGER company_counts_undoubted AFTER DELETE ON "company_counts" FOR EACH ROW
	WHEN (OLD.kind = 'arriving' OR OLD.kind = 'employee' AND OLD.value = 'active') EXECUTE FUNCTION doubt_readiness_of_quota();
