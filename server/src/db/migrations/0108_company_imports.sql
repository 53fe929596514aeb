-- beside the version before
ALTER TABLE "imports" ADD COLUMN "company_paper_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TABLE "import_papers" (
	"import_id" uuid PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL,
	"imported_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_papers" ADD CONSTRAINT "import_papers_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_papers_by_time" ON "import_papers" USING btree ("imported_at");
