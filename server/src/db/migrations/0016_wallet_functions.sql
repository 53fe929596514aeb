ALTER TABLE "ledger" ADD COLUMN "balance_fils" bigint;--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "number" bigint;--> statement-breakpoint
-- Null until 0017 has numbered what had moved before.
ALTER TABLE "wallets" ADD COLUMN "movements" bigint;--> statement-breakpoint
ALTER TABLE "wallets" ALTER COLUMN "movements" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "charged_fils" bigint;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "due_fils" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_balance" CHECK (("ledger"."account" = 'wallet') = ("ledger"."balance_fils" is not null)) NOT VALID;--> statement-breakpoint
-- Before the row is written, because the row keeps the balance that it leaves.
CREATE OR REPLACE FUNCTION move_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.balance_fils := NULL;
	NEW.number := NULL;
	IF NEW.account = 'wallet' THEN
		UPDATE wallets SET balance_fils = balance_fils + NEW.amount_fils, movements = movements + 1 WHERE company_id = NEW.company_id
			RETURNING balance_fils, movements INTO NEW.balance_fils, NEW.number;
		IF NOT FOUND THEN
			RAISE EXCEPTION 'there is no wallet for this movement';
		END IF;
		-- Clocks of servers differ, and an older one takes its time before it waits for the wallet.
		NEW.created_at := greatest(NEW.created_at,
			(SELECT last.created_at FROM ledger last WHERE last.company_id = NEW.company_id ORDER BY last.seq DESC LIMIT 1));
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
-- The movements of before are numbered once.
CREATE OR REPLACE FUNCTION guard_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' AND NEW.balance_fils = 0 THEN
		RETURN NEW;
	END IF;
	IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 AND NEW.company_id = OLD.company_id THEN
		RETURN NEW;
	END IF;
	IF TG_OP = 'UPDATE' AND OLD.movements IS NULL AND (NEW.company_id, NEW.balance_fils) = (OLD.company_id, OLD.balance_fils) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'a balance moves with the ledger alone';
END $$;--> statement-breakpoint
DROP TRIGGER ledger_moves_wallet ON "ledger";--> statement-breakpoint
CREATE TRIGGER ledger_moves_wallet BEFORE INSERT ON "ledger" FOR EACH ROW EXECUTE FUNCTION move_wallet();--> statement-breakpoint
-- Until 0018 balances and numbers of older rows may be filled in, with a moment that is not before the row before; nothing else.
CREATE FUNCTION guard_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.created_at >= OLD.created_at AND coalesce(OLD.balance_fils, NEW.balance_fils) = NEW.balance_fils AND coalesce(OLD.number, NEW.number) = NEW.number AND (NEW.seq, NEW.transaction_id, NEW.account, NEW.company_id, NEW.amount_fils)
		IS NOT DISTINCT FROM (OLD.seq, OLD.transaction_id, OLD.account, OLD.company_id, OLD.amount_fils) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'ledger is append-only';
END $$;--> statement-breakpoint
DROP TRIGGER ledger_append_only ON "ledger";--> statement-breakpoint
CREATE TRIGGER ledger_append_only BEFORE DELETE OR TRUNCATE ON "ledger" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER ledger_filled BEFORE UPDATE ON "ledger" FOR EACH ROW EXECUTE FUNCTION guard_ledger();--> statement-breakpoint
-- The wallet is locked by then, so that the last payment is the one before.
CREATE FUNCTION charge_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.charged_fils := NEW.amount_fils + coalesce((SELECT last.charged_fils FROM transactions last
		WHERE last.company_id = NEW.company_id AND last.type = 'visa_payment' ORDER BY last.seq DESC LIMIT 1), 0);
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER transactions_charged BEFORE INSERT ON "transactions" FOR EACH ROW WHEN (NEW.type = 'visa_payment') EXECUTE FUNCTION charge_payment();--> statement-breakpoint
CREATE FUNCTION keep_due() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	due bigint := CASE NEW.status WHEN 'pending' THEN NEW.amount_fils ELSE 0 END;
BEGIN
	UPDATE visa_applications SET due_fils = due WHERE id = NEW.application_id AND due_fils <> due;
	RETURN NULL;
END $$;--> statement-breakpoint
-- What an application owes is no part of it that anybody sees there: whoever may see its payment hears of that.
CREATE FUNCTION tell_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO changes (noun, id, company_id)
		SELECT 'application', c.id, c.company_id FROM changed c JOIN before b ON b.id = c.id
		WHERE CASE WHEN c.due_fils = b.due_fils THEN true ELSE to_jsonb(c) - 'due_fils' <> to_jsonb(b) - 'due_fils' END
		ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER visa_applications_updates_told AFTER UPDATE ON "visa_applications" REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_application();--> statement-breakpoint
CREATE TRIGGER transactions_due_kept AFTER INSERT OR UPDATE OF "status" ON "transactions" FOR EACH ROW WHEN (NEW.type = 'visa_payment') EXECUTE FUNCTION keep_due();--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		RAISE EXCEPTION 'a transaction stays';
	END IF;
	IF is_erasing() AND to_jsonb(NEW) - '{employee_name,notes}'::text[] = to_jsonb(OLD) - '{employee_name,notes}'::text[] THEN
		RETURN NEW;
	END IF;
	IF OLD.status <> 'pending' OR (NEW.id, NEW.company_id, NEW.type, NEW.amount_fils, NEW.direction, NEW.created_at, NEW.charged_fils)
		IS DISTINCT FROM (OLD.id, OLD.company_id, OLD.type, OLD.amount_fils, OLD.direction, OLD.created_at, coalesce(OLD.charged_fils, NEW.charged_fils)) THEN
		RAISE EXCEPTION 'a transaction is decided once';
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
-- W4: every movement locks the wallet first. Answers the balance.
CREATE FUNCTION lock_wallet(company uuid) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	balance bigint;
BEGIN
	SELECT balance_fils INTO balance FROM wallets WHERE company_id = company FOR UPDATE;
	IF NOT FOUND THEN
		INSERT INTO wallets (company_id, balance_fils) VALUES (company, 0) ON CONFLICT DO NOTHING;
		SELECT balance_fils INTO balance FROM wallets WHERE company_id = company FOR UPDATE;
	END IF;
	RETURN balance;
END $$;--> statement-breakpoint
-- W5: two entries that sum to zero; below zero it moves out of the wallet. In a wallet no movement is earlier than the one before, whatever the clocks say.
CREATE FUNCTION post_movement(moved uuid, company uuid, amount bigint, against text, moved_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	at timestamptz := greatest(moved_at, (SELECT last.created_at FROM ledger last WHERE last.company_id = company ORDER BY last.seq DESC LIMIT 1));
BEGIN
	INSERT INTO ledger (transaction_id, account, company_id, amount_fils, created_at)
		VALUES (moved, 'wallet', company, amount, at), (moved, against, NULL, -amount, at);
END $$;--> statement-breakpoint
-- W2: strictly oldest first; the first payment that is not covered stops the rest.
CREATE FUNCTION covered_payments(company uuid, balance bigint) RETURNS SETOF transactions LANGUAGE plpgsql STABLE AS $$
DECLARE
	payment transactions;
BEGIN
	FOR payment IN SELECT * FROM transactions t WHERE t.company_id = company AND t.type = 'visa_payment' AND t.status = 'pending' ORDER BY t.seq LOOP
		balance := balance - payment.amount_fils;
		EXIT WHEN balance < 0;
		RETURN NEXT payment;
	END LOOP;
END $$;--> statement-breakpoint
CREATE FUNCTION settle_wallet(company uuid, settled_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	payment transactions;
BEGIN
	FOR payment IN SELECT * FROM covered_payments(company, lock_wallet(company)) LOOP
		UPDATE transactions SET status = 'completed', decided_at = settled_at WHERE id = payment.id;
		PERFORM post_movement(payment.id, company, -payment.amount_fils, 'visa_revenue', settled_at);
	END LOOP;
END $$;--> statement-breakpoint
-- What the wallet's payments that wait amount to, up to this one. Between them there may be some that were rejected.
CREATE FUNCTION owed_through(payment transactions) RETURNS bigint LANGUAGE sql STABLE AS $$
	SELECT payment.charged_fils - oldest.charged_fils + oldest.amount_fils - coalesce((SELECT sum(gone.amount_fils)::bigint FROM transactions gone
		WHERE gone.company_id = payment.company_id AND gone.type = 'visa_payment' AND gone.status = 'rejected'
			AND gone.seq > oldest.seq AND gone.seq < payment.seq), 0)
	FROM transactions oldest WHERE oldest.company_id = payment.company_id AND oldest.type = 'visa_payment' AND oldest.status = 'pending'
	ORDER BY oldest.seq LIMIT 1
$$;--> statement-breakpoint
CREATE FUNCTION due_of_wallet(company uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
	SELECT coalesce((SELECT owed_through(newest) FROM transactions newest
		WHERE newest.company_id = company AND newest.type = 'visa_payment' AND newest.status = 'pending' ORDER BY newest.seq DESC LIMIT 1), 0)
$$;--> statement-breakpoint
-- A payment settles at once if nothing older waits and the balance covers it (W2). The company is locked before its wallet, as by its deletion (W6).
CREATE FUNCTION charge_visa(payment uuid, company uuid, application uuid, employee text, by_user uuid, amount bigint, charged_at timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
	balance bigint;
	settles boolean;
	made transactions;
BEGIN
	PERFORM FROM companies WHERE id = company FOR KEY SHARE;
	balance := lock_wallet(company);
	settles := balance >= amount AND NOT EXISTS (
		SELECT FROM transactions t WHERE t.company_id = company AND t.type = 'visa_payment' AND t.status = 'pending');
	INSERT INTO transactions (id, company_id, application_id, employee_name, user_id, type, status, amount_fils, direction, created_at, decided_at)
		VALUES (payment, company, application, employee, by_user, 'visa_payment', CASE WHEN settles THEN 'completed' ELSE 'pending' END, amount, 'debit',
			charged_at, CASE WHEN settles THEN charged_at END)
		RETURNING * INTO made;
	IF settles THEN
		PERFORM post_movement(payment, company, -amount, 'visa_revenue', charged_at);
	END IF;
	RETURN jsonb_build_object('transaction_id', payment, 'status', made.status, 'amount_fils', amount,
		'missing_fils', CASE WHEN settles THEN 0 ELSE greatest(0, owed_through(made) - balance) END);
END $$;--> statement-breakpoint
-- Only a pending top-up is decided, so that two administrators cannot credit it twice (W4).
CREATE FUNCTION decide_topup(topup uuid, decision text, note text, admin uuid, admin_name text, at timestamptz, OUT outcome text, OUT of_company uuid, OUT amount bigint)
LANGUAGE plpgsql AS $$
DECLARE
	kind text;
BEGIN
	SELECT t.type, t.company_id, t.amount_fils INTO kind, of_company, amount FROM transactions t WHERE t.id = topup;
	IF kind IS DISTINCT FROM 'topup' THEN
		outcome := CASE WHEN kind IS NULL THEN 'unknown' ELSE 'no top-up' END;
		RETURN;
	END IF;
	PERFORM FROM companies WHERE id = of_company FOR KEY SHARE;
	IF NOT FOUND AND decision = 'approved' THEN
		outcome := 'no company';
		RETURN;
	END IF;
	PERFORM lock_wallet(of_company);
	UPDATE transactions SET status = decision, notes = note, decided_by = admin, decided_by_name = admin_name, decided_at = at
		WHERE id = topup AND status = 'pending';
	IF NOT FOUND THEN
		outcome := 'decided before';
		RETURN;
	END IF;
	IF decision = 'approved' THEN
		PERFORM post_movement(topup, of_company, amount, 'bank_clearing', at);
		PERFORM settle_wallet(of_company, at);
	END IF;
	outcome := 'decided';
END $$;
