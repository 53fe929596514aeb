ALTER TABLE "employees" ADD COLUMN "cancelled_at" timestamptz(3), ADD COLUMN "leave_by" date;--> statement-breakpoint
-- Whoever writes the status, an earlier version of the portal too.
CREATE FUNCTION keep_cancelled_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.status = 'cancelled' THEN
		NEW.cancelled_at := coalesce(NEW.cancelled_at, now());
	ELSE
		NEW.cancelled_at := NULL;
		NEW.leave_by := NULL;
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER employees_cancelled_in BEFORE INSERT ON "employees" FOR EACH ROW WHEN (NEW.status = 'cancelled') EXECUTE FUNCTION keep_cancelled_at();--> statement-breakpoint
CREATE TRIGGER employees_cancelled_anew BEFORE UPDATE ON "employees" FOR EACH ROW
	WHEN ((OLD.status, OLD.cancelled_at, OLD.leave_by) IS DISTINCT FROM (NEW.status, NEW.cancelled_at, NEW.leave_by)) EXECUTE FUNCTION keep_cancelled_at();
