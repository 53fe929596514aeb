CREATE TABLE "orphans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL
);
