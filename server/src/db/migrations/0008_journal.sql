CREATE TABLE "accesses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"happened_at" timestamptz(3) NOT NULL,
	"actor_id" uuid,
	"record_type" text NOT NULL,
	"record_id" uuid,
	"call" text NOT NULL,
	"outcome" text NOT NULL,
	"request_id" uuid NOT NULL,
	"address" text NOT NULL,
	CONSTRAINT "accesses_seq" UNIQUE("seq"),
	CONSTRAINT "accesses_record_type" CHECK ("accesses"."record_type" in ('application', 'employee', 'user', 'company', 'transaction', 'document', 'sign_in', 'journal', 'other')),
	CONSTRAINT "accesses_outcome" CHECK ("accesses"."outcome" in ('seen', 'forbidden', 'not_found', 'signed_out', 'throttled'))
);
--> statement-breakpoint
CREATE TABLE "seals" (
	"number" integer PRIMARY KEY NOT NULL,
	"sealed_at" timestamptz(3) NOT NULL,
	"history_to" bigint NOT NULL,
	"accesses_to" bigint NOT NULL,
	"digests" jsonb NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "history" ADD COLUMN "seq" bigserial NOT NULL;--> statement-breakpoint
CREATE INDEX "accesses_newest" ON "accesses" USING btree ("happened_at","id");--> statement-breakpoint
CREATE INDEX "accesses_of_actor" ON "accesses" USING btree ("actor_id","happened_at","id");--> statement-breakpoint
CREATE INDEX "accesses_of_record" ON "accesses" USING btree ("record_id","happened_at","id");--> statement-breakpoint
CREATE INDEX "history_newest" ON "history" USING btree ("happened_at","id");--> statement-breakpoint
CREATE INDEX "history_of_actor" ON "history" USING btree ("actor_id","happened_at","id");--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_seq" UNIQUE("seq");
--> statement-breakpoint
CREATE TRIGGER accesses_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "accesses" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "seals" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
