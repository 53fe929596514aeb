CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"row_count" integer NOT NULL,
	"created_count" integer NOT NULL,
	"changed_count" integer NOT NULL,
	"imported_at" timestamptz(3) NOT NULL,
	"imported_by" uuid,
	"undone_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"import_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"sealed" "bytea" NOT NULL,
	"imported_at" timestamptz(3) NOT NULL,
	CONSTRAINT "import_rows_import_id_employee_id_pk" PRIMARY KEY("import_id","employee_id")
);
--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_imported_by_users_id_fk" FOREIGN KEY ("imported_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_employee_id_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("imported_at","id");--> statement-breakpoint
CREATE INDEX "imports_of_company" ON "imports" USING btree ("company_id","imported_at","id");--> statement-breakpoint
CREATE INDEX "imports_by_user" ON "imports" USING btree ("imported_by");--> statement-breakpoint
CREATE INDEX "import_rows_of_record" ON "import_rows" USING btree ("employee_id");--> statement-breakpoint
CREATE INDEX "import_rows_by_time" ON "import_rows" USING btree ("imported_at");
