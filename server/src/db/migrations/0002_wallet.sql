CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"call" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"record_id" uuid,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_call_key_pk" PRIMARY KEY("user_id","call","key")
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"account" text NOT NULL,
	"company_id" uuid,
	"amount_fils" bigint NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "ledger_once" UNIQUE("transaction_id","account"),
	CONSTRAINT "ledger_account" CHECK ("ledger"."account" in ('wallet', 'bank_clearing', 'visa_revenue')),
	CONSTRAINT "ledger_wallet" CHECK (("ledger"."account" = 'wallet') = ("ledger"."company_id" is not null)),
	CONSTRAINT "ledger_moves" CHECK ("ledger"."amount_fils" <> 0)
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"company_id" uuid NOT NULL,
	"user_id" uuid,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"amount_fils" bigint NOT NULL,
	"direction" text NOT NULL,
	"notes" text,
	"application_id" uuid,
	"employee_name" text,
	"reverses_id" uuid,
	"created_at" timestamptz(3) NOT NULL,
	"decided_by" uuid,
	"decided_by_name" text,
	"decided_at" timestamptz(3),
	CONSTRAINT "transactions_one_payment" UNIQUE("application_id"),
	CONSTRAINT "transactions_type" CHECK ("transactions"."type" in ('topup', 'visa_payment', 'reversal')),
	CONSTRAINT "transactions_status" CHECK ("transactions"."status" in ('pending', 'approved', 'rejected', 'completed')),
	CONSTRAINT "transactions_direction" CHECK ("transactions"."direction" in ('credit', 'debit')),
	CONSTRAINT "transactions_amount" CHECK ("transactions"."amount_fils" > 0),
	CONSTRAINT "transactions_decided" CHECK (("transactions"."status" in ('pending', 'completed')) or "transactions"."decided_at" is not null),
	CONSTRAINT "transactions_states" CHECK (("transactions"."type" = 'topup' and "transactions"."status" in ('pending', 'approved', 'rejected'))
      or ("transactions"."type" = 'visa_payment' and "transactions"."status" in ('pending', 'completed', 'rejected'))
      or ("transactions"."type" = 'reversal' and "transactions"."status" = 'completed')),
	CONSTRAINT "transactions_reversal" CHECK (("transactions"."type" = 'reversal') = ("transactions"."reverses_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"balance_fils" bigint NOT NULL,
	CONSTRAINT "wallets_never_negative" CHECK ("wallets"."balance_fils" >= 0)
);
--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_one_record";--> statement-breakpoint
ALTER TABLE "history" DROP CONSTRAINT "history_record_type";--> statement-breakpoint
ALTER TABLE "history" DROP CONSTRAINT "history_action";--> statement-breakpoint
DROP INDEX "documents_unattached";--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "transaction_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_time" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_of_wallet" ON "ledger" USING btree ("company_id","seq");--> statement-breakpoint
CREATE INDEX "transactions_newest" ON "transactions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_of_company" ON "transactions" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_waiting" ON "transactions" USING btree ("company_id","seq") WHERE "transactions"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "transactions_reversals" ON "transactions" USING btree ("reverses_id");--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_unattached" ON "documents" USING btree ("created_at") WHERE "documents"."application_id" is null and "documents"."stage_id" is null and "documents"."company_id" is null and "documents"."transaction_id" is null;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_transaction" UNIQUE("transaction_id");--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_one_record" CHECK (num_nonnulls("documents"."application_id", "documents"."stage_id", "documents"."company_id", "documents"."transaction_id") <= 1);--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_record_type" CHECK ("history"."record_type" in ('application', 'company', 'employee', 'user', 'transaction'));--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_action" CHECK ("history"."action" in ('submitted', 'stage_added', 'stage_changed', 'stage_document_added', 'document_added', 'document_deleted', 'expiry_date_set', 'completed', 'reopened', 'created', 'changed', 'category_changed', 'renewal_submitted', 'cancellation_requested', 'cancelled', 'reactivated', 'user_approved', 'topup_requested', 'topup_approved', 'topup_rejected', 'reversed'));
--> statement-breakpoint
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION move_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.account = 'wallet' THEN
		UPDATE wallets SET balance_fils = balance_fils + NEW.amount_fils WHERE company_id = NEW.company_id;
		IF NOT FOUND THEN
			RAISE EXCEPTION 'there is no wallet for this movement';
		END IF;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_moves_wallet AFTER INSERT ON "ledger" FOR EACH ROW EXECUTE FUNCTION move_wallet();--> statement-breakpoint
CREATE FUNCTION check_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (SELECT count(*) <> 2 OR sum(amount_fils) <> 0 FROM ledger WHERE transaction_id = NEW.transaction_id) THEN
		RAISE EXCEPTION 'a movement is two entries that sum to zero';
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_sums_to_zero AFTER INSERT ON "ledger" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_movement();--> statement-breakpoint
CREATE FUNCTION guard_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' AND NEW.balance_fils = 0 THEN
		RETURN NEW;
	END IF;
	IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 AND NEW.company_id = OLD.company_id THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'a balance moves with the ledger alone';
END $$;--> statement-breakpoint
CREATE TRIGGER wallets_guarded BEFORE INSERT OR UPDATE OR DELETE ON "wallets" FOR EACH ROW EXECUTE FUNCTION guard_wallet();--> statement-breakpoint
CREATE FUNCTION guard_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		RAISE EXCEPTION 'a transaction stays';
	END IF;
	IF OLD.status <> 'pending' OR (NEW.id, NEW.company_id, NEW.type, NEW.amount_fils, NEW.direction, NEW.created_at)
		IS DISTINCT FROM (OLD.id, OLD.company_id, OLD.type, OLD.amount_fils, OLD.direction, OLD.created_at) THEN
		RAISE EXCEPTION 'a transaction is decided once';
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER transactions_guarded BEFORE UPDATE OR DELETE ON "transactions" FOR EACH ROW EXECUTE FUNCTION guard_transaction();--> statement-breakpoint
INSERT INTO "wallets" ("company_id", "balance_fils") SELECT "id", 0 FROM "companies";
