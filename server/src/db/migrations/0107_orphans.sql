-- beside the version before
CREATE TABLE "orphans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"found_at" timestamptz(3) NOT NULL
);
