-- beside the version before
ALTER TABLE "documents" ADD COLUMN "missing_at" timestamptz(3);
