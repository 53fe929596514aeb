-- outside a transaction
DO $$
DECLARE
	wallet uuid;
	place bigint;
	carried bigint;
	numbered bigint;
	moment timestamptz;
	last record;
BEGIN
	FOR wallet IN SELECT company_id FROM wallets WHERE movements IS NULL LOOP
		place := 0;
		carried := 0;
		numbered := 0;
		moment := '-infinity';
		LOOP
			PERFORM FROM wallets WHERE company_id = wallet FOR UPDATE;
			WITH batch AS MATERIALIZED (
				SELECT seq, amount_fils, created_at FROM ledger WHERE company_id = wallet AND seq > place ORDER BY seq LIMIT 1000
			), running AS MATERIALIZED (
				SELECT seq, carried + sum(amount_fils) OVER (ORDER BY seq) AS balance, numbered + row_number() OVER (ORDER BY seq) AS number,
					greatest(moment, max(created_at) OVER (ORDER BY seq)) AS moved_at FROM batch
			), filled AS (
				UPDATE ledger SET balance_fils = running.balance, number = running.number, created_at = running.moved_at
				FROM running WHERE ledger.seq = running.seq AND (ledger.balance_fils IS NULL OR ledger.number IS NULL)
			)
			SELECT seq, balance, number, moved_at INTO last FROM running ORDER BY seq DESC LIMIT 1;
			EXIT WHEN NOT FOUND;
			place := last.seq;
			carried := last.balance;
			numbered := last.number;
			moment := last.moved_at;
			COMMIT;
		END LOOP;
		-- Nothing has moved since: the wallet is still locked.
		UPDATE wallets SET movements = numbered WHERE company_id = wallet;
		COMMIT;
	END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE "ledger" VALIDATE CONSTRAINT "ledger_balance";--> statement-breakpoint
ALTER TABLE "ledger" DROP CONSTRAINT IF EXISTS "ledger_number";--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_number" CHECK (("ledger"."account" = 'wallet') = ("ledger"."number" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "ledger" VALIDATE CONSTRAINT "ledger_number";--> statement-breakpoint
ALTER TABLE "wallets" ALTER COLUMN "movements" SET NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_payments" ON "transactions" USING btree ("company_id","seq") WHERE "transactions"."type" = 'visa_payment';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_due" ON "transactions" USING btree ("company_id","seq") WHERE "transactions"."type" = 'visa_payment' and "transactions"."status" = 'pending';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_withdrawn" ON "transactions" USING btree ("company_id","seq") WHERE "transactions"."type" = 'visa_payment' and "transactions"."status" = 'rejected';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_asked" ON "transactions" USING btree ("company_id","created_at","id") WHERE "transactions"."type" = 'topup' and "transactions"."status" = 'pending';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_topups_of_company" ON "transactions" USING btree ("company_id","amount_fils","created_at","id") WHERE "transactions"."type" = 'topup';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_reversed" ON "transactions" USING btree ("reverses_id") WHERE "transactions"."reverses_id" is not null;--> statement-breakpoint
-- Newest first: what was charged since 0018 counts from nought, what waited before lies below it.
DO $$
DECLARE
	wallet uuid;
	base bigint;
	filled bigint;
BEGIN
	FOR wallet IN SELECT DISTINCT company_id FROM transactions WHERE type = 'visa_payment' AND status = 'pending' AND charged_fils IS NULL LOOP
		LOOP
			-- First, as whoever settles payments does.
			PERFORM FROM wallets WHERE company_id = wallet FOR UPDATE;
			base := coalesce((SELECT charged_fils - amount_fils FROM transactions
				WHERE company_id = wallet AND type = 'visa_payment' AND charged_fils IS NOT NULL ORDER BY seq LIMIT 1), 0);
			WITH batch AS MATERIALIZED (
				SELECT id, seq, amount_fils FROM transactions WHERE company_id = wallet AND type = 'visa_payment' AND status = 'pending' AND charged_fils IS NULL
				ORDER BY seq DESC LIMIT 500 FOR UPDATE
			), running AS MATERIALIZED (
				SELECT id, base - sum(amount_fils) OVER (ORDER BY seq DESC) + amount_fils AS charged FROM batch
			)
			UPDATE transactions SET charged_fils = running.charged FROM running WHERE transactions.id = running.id;
			GET DIAGNOSTICS filled = ROW_COUNT;
			EXIT WHEN filled = 0;
			COMMIT;
		END LOOP;
	END LOOP;
END $$;--> statement-breakpoint
DO $$
DECLARE
	filled bigint;
BEGIN
	LOOP
		WITH waiting AS MATERIALIZED (
			SELECT t.application_id, t.amount_fils FROM transactions t JOIN visa_applications a ON a.id = t.application_id
			WHERE t.type = 'visa_payment' AND t.status = 'pending' AND a.due_fils = 0 LIMIT 300 FOR SHARE OF t
		)
		UPDATE visa_applications SET due_fils = waiting.amount_fils FROM waiting WHERE id = waiting.application_id;
		GET DIAGNOSTICS filled = ROW_COUNT;
		EXIT WHEN filled = 0;
		COMMIT;
	END LOOP;
END $$;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ledger_by_month" ON "ledger" USING btree ("company_id","created_at","seq") WHERE "ledger"."company_id" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transactions_waiting";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transactions_reversals";
