-- beside the version before
CREATE TABLE "proofs" (
	"name" text PRIMARY KEY NOT NULL,
	"broken" boolean NOT NULL,
	"found" jsonb NOT NULL,
	"checked_at" timestamptz(3) NOT NULL,
	"found_by" uuid NOT NULL
);
