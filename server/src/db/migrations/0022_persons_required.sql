ALTER TABLE "employees" ADD CONSTRAINT "employees_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "employees" ADD CONSTRAINT "employees_filled" CHECK ("person_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD CONSTRAINT "visa_applications_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD CONSTRAINT "visa_applications_stage_status" CHECK ("visa_applications"."stage_status" in ('Submitted', 'In Process', 'Approved', 'Rejected')) NOT VALID;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD CONSTRAINT "visa_applications_filled" CHECK ("person_id" IS NOT NULL AND "stage_since" IS NOT NULL) NOT VALID;
