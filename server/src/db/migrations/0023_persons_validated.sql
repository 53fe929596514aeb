-- outside a transaction
ALTER TABLE "employees" VALIDATE CONSTRAINT "employees_person_id_persons_id_fk";--> statement-breakpoint
ALTER TABLE "visa_applications" VALIDATE CONSTRAINT "visa_applications_person_id_persons_id_fk";--> statement-breakpoint
ALTER TABLE "visa_applications" VALIDATE CONSTRAINT "visa_applications_stage_status";--> statement-breakpoint
DO $$ BEGIN
	IF EXISTS (SELECT FROM pg_constraint WHERE conname = 'employees_filled') THEN
		ALTER TABLE "employees" VALIDATE CONSTRAINT "employees_filled";
	END IF;
	IF EXISTS (SELECT FROM pg_constraint WHERE conname = 'visa_applications_filled') THEN
		ALTER TABLE "visa_applications" VALIDATE CONSTRAINT "visa_applications_filled";
	END IF;
END $$;--> statement-breakpoint
-- The constraints spare the tables another reading, as long as they are there.
ALTER TABLE "employees" ALTER COLUMN "person_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "visa_applications" ALTER COLUMN "person_id" SET NOT NULL, ALTER COLUMN "stage_since" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "employees" DROP CONSTRAINT IF EXISTS "employees_filled";--> statement-breakpoint
ALTER TABLE "visa_applications" DROP CONSTRAINT IF EXISTS "visa_applications_filled";
