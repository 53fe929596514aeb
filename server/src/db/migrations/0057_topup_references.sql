CREATE TABLE "topup_references" (
	"reference" text PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "topup_references_of_person" UNIQUE("user_id","company_id")
);
--> statement-breakpoint
ALTER TABLE "topup_references" ADD CONSTRAINT "topup_references_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topup_references" ADD CONSTRAINT "topup_references_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "topup_references_of_company" ON "topup_references" USING btree ("company_id");--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "reference" text;
