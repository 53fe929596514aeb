-- outside a transaction
ALTER TABLE "changes" VALIDATE CONSTRAINT "changes_noun";
