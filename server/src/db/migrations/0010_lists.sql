CREATE INDEX "visa_applications_of_employee" ON "visa_applications" USING btree ("employee_id");--> statement-breakpoint
CREATE INDEX "documents_receipts" ON "documents" USING btree ("sha256") WHERE "documents"."transaction_id" is not null;--> statement-breakpoint
CREATE INDEX "employees_of_company" ON "employees" USING btree ("company_id","created_at","id");