ALTER TABLE "papers" ADD COLUMN "application_id" uuid;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "papers_of_case" ON "papers" USING btree ("application_id") WHERE "papers"."application_id" is not null;
