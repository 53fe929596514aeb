-- What kind of transaction has moved, so that a list of one kind has an index.
ALTER TABLE "ledger" ADD COLUMN "type" text;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_type" CHECK (("ledger"."account" = 'wallet') = ("ledger"."type" is not null)) NOT VALID;--> statement-breakpoint
CREATE OR REPLACE FUNCTION move_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.balance_fils := NULL;
	NEW.number := NULL;
	NEW.type := NULL;
	IF NEW.account = 'wallet' THEN
		UPDATE wallets SET balance_fils = balance_fils + NEW.amount_fils, movements = movements + 1 WHERE company_id = NEW.company_id
			RETURNING balance_fils, movements INTO NEW.balance_fils, NEW.number;
		IF NOT FOUND THEN
			RAISE EXCEPTION 'there is no wallet for this movement';
		END IF;
		NEW.type := (SELECT moved.type FROM transactions moved WHERE moved.id = NEW.transaction_id);
		-- Clocks of servers differ, and an older one takes its time before it waits for the wallet.
		NEW.created_at := greatest(NEW.created_at,
			(SELECT last.created_at FROM ledger last WHERE last.company_id = NEW.company_id ORDER BY last.seq DESC LIMIT 1));
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
-- Until the step after the next one the types of older rows may be filled in; nothing else.
CREATE FUNCTION guard_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.type IS NULL AND to_jsonb(NEW) - 'type' = to_jsonb(OLD) - 'type' THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'ledger is append-only';
END $$;--> statement-breakpoint
DROP TRIGGER ledger_append_only ON "ledger";--> statement-breakpoint
CREATE TRIGGER ledger_append_only BEFORE DELETE OR TRUNCATE ON "ledger" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER ledger_filled BEFORE UPDATE ON "ledger" FOR EACH ROW EXECUTE FUNCTION guard_ledger();
