-- outside a transaction
DO $$
DECLARE
	place bigint := 0;
	last bigint;
BEGIN
	LOOP
		WITH batch AS MATERIALIZED (
			SELECT l.seq, l.transaction_id, l.company_id, l.type FROM ledger l WHERE l.seq > place ORDER BY l.seq LIMIT 1000
		), filled AS (
			UPDATE ledger l SET type = t.type FROM batch JOIN transactions t ON t.id = batch.transaction_id
			WHERE l.seq = batch.seq AND batch.company_id IS NOT NULL AND batch.type IS NULL
		)
		SELECT max(batch.seq) INTO last FROM batch;
		EXIT WHEN last IS NULL;
		place := last;
		COMMIT;
	END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE "ledger" VALIDATE CONSTRAINT "ledger_type";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ledger_by_type" ON "ledger" USING btree ("type","created_at","seq") WHERE "ledger"."company_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ledger_of_wallet_by_type" ON "ledger" USING btree ("company_id","type","created_at","seq") WHERE "ledger"."company_id" is not null;--> statement-breakpoint
ANALYZE "ledger";
