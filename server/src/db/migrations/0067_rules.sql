CREATE TABLE "rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"applies" jsonb NOT NULL,
	"applies_key" text NOT NULL,
	"value" jsonb,
	"in_force_from" date NOT NULL,
	"source_name" text NOT NULL,
	"source_url" text,
	"source_date" date,
	"confidence" text NOT NULL,
	"note" text,
	"created_at" timestamptz(3) NOT NULL,
	"created_by" uuid,
	"replaced_at" timestamptz(3),
	CONSTRAINT "rules_confidence" CHECK ("rules"."confidence" in ('authority', 'press', 'vendor', 'provider')),
	CONSTRAINT "rules_source" CHECK ("rules"."source_name" <> '')
);
--> statement-breakpoint
CREATE TABLE "rule_confirmations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"rule_id" uuid NOT NULL,
	"confirmed" boolean NOT NULL,
	"confirmed_at" timestamptz(3) NOT NULL,
	"confirmed_by" uuid
);
--> statement-breakpoint
CREATE TABLE "rules_version" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "rules_version_only" CHECK ("rules_version"."only")
);
--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_confirmations" ADD CONSTRAINT "rule_confirmations_rule_id_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_confirmations" ADD CONSTRAINT "rule_confirmations_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "rules_once" ON "rules" USING btree ("key","applies_key","in_force_from") WHERE "rules"."replaced_at" is null;--> statement-breakpoint
CREATE INDEX "rules_created_by" ON "rules" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "rule_confirmations_of_rule" ON "rule_confirmations" USING btree ("rule_id","seq");--> statement-breakpoint
CREATE INDEX "rule_confirmations_confirmed_by" ON "rule_confirmations" USING btree ("confirmed_by");--> statement-breakpoint
CREATE FUNCTION keep_rule() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	late text[] := ARRAY['created_by', 'confirmed_by', 'replaced_at'];
	before jsonb := to_jsonb(OLD);
	later jsonb := to_jsonb(NEW);
BEGIN
	-- Whoever wrote it may be deleted, and what is not in force yet replaced, once.
	IF before - late <> later - late
		OR coalesce(later->>'created_by', before->>'created_by') IS DISTINCT FROM before->>'created_by'
		OR coalesce(later->>'confirmed_by', before->>'confirmed_by') IS DISTINCT FROM before->>'confirmed_by'
		OR coalesce(before->>'replaced_at', later->>'replaced_at') IS DISTINCT FROM later->>'replaced_at' THEN
		RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER rules_kept BEFORE UPDATE ON "rules" FOR EACH ROW EXECUTE FUNCTION keep_rule();--> statement-breakpoint
CREATE TRIGGER rules_append_only BEFORE DELETE OR TRUNCATE ON "rules" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER rule_confirmations_kept BEFORE UPDATE ON "rule_confirmations" FOR EACH ROW EXECUTE FUNCTION keep_rule();--> statement-breakpoint
CREATE TRIGGER rule_confirmations_append_only BEFORE DELETE OR TRUNCATE ON "rule_confirmations" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Under one id that stands for all rules, because they are read together.
CREATE FUNCTION tell_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO rules_version AS kept (version) VALUES (1) ON CONFLICT ("only") DO UPDATE SET version = kept.version + 1;
	INSERT INTO changes (noun, id) VALUES ('rule', '00000000-0000-0000-0000-000000000000') ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER rules_told AFTER INSERT OR UPDATE ON "rules" FOR EACH ROW EXECUTE FUNCTION tell_rules();--> statement-breakpoint
CREATE TRIGGER rule_confirmations_told AFTER INSERT OR UPDATE ON "rule_confirmations" FOR EACH ROW EXECUTE FUNCTION tell_rules();
