-- outside a transaction
ALTER TABLE "employees" ADD COLUMN IF NOT EXISTS "skill_level" smallint, ADD COLUMN IF NOT EXISTS "outside_since" date;--> statement-breakpoint
ALTER TABLE "employees" DROP CONSTRAINT IF EXISTS "employees_skill_level",
	ADD CONSTRAINT "employees_skill_level" CHECK ("employees"."skill_level" between 1 and 9) NOT VALID;--> statement-breakpoint
ALTER TABLE "employees" VALIDATE CONSTRAINT "employees_skill_level";
