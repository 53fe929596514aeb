ALTER TABLE "documents" ADD COLUMN "paper_id" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_one_record";--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_one_record" CHECK (num_nonnulls("documents"."application_id", "documents"."stage_id", "documents"."company_id", "documents"."transaction_id", "documents"."user_id", "documents"."message_id", "documents"."paper_id") <= 1) NOT VALID;
