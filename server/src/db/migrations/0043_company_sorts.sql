-- outside a transaction
ALTER TABLE "wallets" ADD COLUMN IF NOT EXISTS "due_fils" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What is due may be set to what the payments say, as it is once below.
CREATE OR REPLACE FUNCTION guard_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' AND NEW.balance_fils = 0 THEN
		RETURN NEW;
	END IF;
	IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 AND NEW.company_id = OLD.company_id THEN
		RETURN NEW;
	END IF;
	IF TG_OP = 'UPDATE' AND (NEW.company_id, NEW.balance_fils, NEW.movements, NEW.due_fils)
		= (OLD.company_id, OLD.balance_fils, OLD.movements, due_of_wallet(OLD.company_id)) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'a balance moves with the ledger alone';
END $$;--> statement-breakpoint
-- Once a statement, which may end many payments. The wallet is locked by then, as whoever charges, settles or rejects a payment locks it first.
CREATE OR REPLACE FUNCTION keep_dues() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO wallets AS kept (company_id, balance_fils, due_fils)
			SELECT c.company_id, 0, sum(c.amount_fils) FROM changed c WHERE c.type = 'visa_payment' AND c.status = 'pending' GROUP BY 1 ORDER BY 1
			ON CONFLICT (company_id) DO UPDATE SET due_fils = kept.due_fils + excluded.due_fils;
	ELSE
		INSERT INTO wallets AS kept (company_id, balance_fils, due_fils)
			SELECT of.company_id, 0, sum(of.moved) FROM (
				SELECT c.company_id, c.amount_fils AS moved FROM changed c WHERE c.type = 'visa_payment' AND c.status = 'pending'
				UNION ALL SELECT b.company_id, -b.amount_fils FROM before b WHERE b.type = 'visa_payment' AND b.status = 'pending'
			) of GROUP BY 1 HAVING sum(of.moved) <> 0 ORDER BY 1
			ON CONFLICT (company_id) DO UPDATE SET due_fils = kept.due_fils + excluded.due_fils;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER transactions_dues_added AFTER INSERT ON "transactions" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_dues();--> statement-breakpoint
CREATE OR REPLACE TRIGGER transactions_dues_moved AFTER UPDATE ON "transactions" REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_dues();--> statement-breakpoint
CREATE OR REPLACE FUNCTION open_wallets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO wallets (company_id, balance_fils) SELECT c.id, 0 FROM changed c ORDER BY c.id ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER companies_wallets AFTER INSERT ON "companies" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION open_wallets();--> statement-breakpoint
INSERT INTO "wallets" ("company_id", "balance_fils") SELECT "id", 0 FROM "companies" ON CONFLICT DO NOTHING;--> statement-breakpoint
DO $$ DECLARE wallet uuid; BEGIN
	FOR wallet IN SELECT DISTINCT company_id FROM transactions WHERE type = 'visa_payment' AND status = 'pending' LOOP
		PERFORM FROM wallets WHERE company_id = wallet FOR UPDATE;
		UPDATE wallets SET due_fils = due_of_wallet(wallet) WHERE company_id = wallet;
		COMMIT;
	END LOOP;
END $$;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "wallets_by_balance" ON "wallets" USING btree ("balance_fils","company_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "wallets_by_due" ON "wallets" USING btree ("due_fils","company_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "companies_by_category" ON "companies" USING btree ("category","id");--> statement-breakpoint
ANALYZE "wallets";
