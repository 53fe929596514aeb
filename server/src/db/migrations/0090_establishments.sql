CREATE TABLE "establishments" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"emirate" text,
	"jurisdiction" text,
	"free_zone" text,
	"mohre_number" text,
	"immigration_number" text,
	"mohre_category" smallint,
	"trn" text,
	"quota_total" integer,
	"quota_as_of" date,
	"wages_paid_through" text,
	"signatory_name" text,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "establishments_emirate" CHECK ("establishments"."emirate" in ('abu_dhabi', 'dubai', 'sharjah', 'ajman', 'umm_al_quwain', 'ras_al_khaimah', 'fujairah')),
	CONSTRAINT "establishments_jurisdiction" CHECK ("establishments"."jurisdiction" in ('mainland', 'free_zone')),
	CONSTRAINT "establishments_free_zone" CHECK ("establishments"."free_zone" is null or "establishments"."jurisdiction" = 'free_zone'),
	CONSTRAINT "establishments_category" CHECK ("establishments"."mohre_category" between 1 and 3),
	CONSTRAINT "establishments_trn" CHECK ("establishments"."trn" ~ '^[0-9]{15}$'),
	CONSTRAINT "establishments_quota" CHECK ("establishments"."quota_total" between 0 and 100000),
	CONSTRAINT "establishments_wages" CHECK ("establishments"."wages_paid_through" ~ '^[1-9][0-9]{3}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
ALTER TABLE "establishments" ADD CONSTRAINT "establishments_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Told as their company.
CREATE FUNCTION tell_establishments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO changes (noun, id, company_id) VALUES ('company', NEW.company_id, NEW.company_id) ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER establishments_told AFTER INSERT OR UPDATE ON "establishments" FOR EACH ROW EXECUTE FUNCTION tell_establishments();
