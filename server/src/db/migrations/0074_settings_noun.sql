-- outside a transaction
ALTER TABLE "changes" DROP CONSTRAINT IF EXISTS "changes_noun",
	ADD CONSTRAINT "changes_noun" CHECK ("changes"."noun" in ('application', 'company', 'employee', 'transaction', 'user', 'message', 'note', 'notice', 'rule', 'settings', 'session')) NOT VALID;--> statement-breakpoint
ALTER TABLE "changes" VALIDATE CONSTRAINT "changes_noun";
