CREATE TABLE "provider_settings" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"product_name" text,
	"support_contact" text,
	"price_words" jsonb,
	"bank" jsonb,
	"bank_changed_at" timestamptz(3),
	"waiting_id" uuid,
	"waiting_bank" jsonb,
	"waiting_by" uuid,
	"waiting_since" timestamptz(3),
	"waiting_until" timestamptz(3),
	CONSTRAINT "provider_settings_only" CHECK ("provider_settings"."only"),
	CONSTRAINT "provider_settings_waiting" CHECK (num_nulls("provider_settings"."waiting_id", "provider_settings"."waiting_bank", "provider_settings"."waiting_since") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "provider_settings" ADD CONSTRAINT "provider_settings_waiting_by_users_id_fk" FOREIGN KEY ("waiting_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_settings_waiting_by" ON "provider_settings" USING btree ("waiting_by");
