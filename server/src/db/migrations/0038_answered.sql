ALTER TABLE "visa_applications" ADD COLUMN "answered_at" timestamptz(3);--> statement-breakpoint
-- An answer to a refusal waits until an administrator changes a stage.
CREATE FUNCTION end_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE visa_applications SET answered_at = NULL WHERE id = coalesce(NEW.application_id, OLD.application_id) AND answered_at IS NOT NULL;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER stages_end_answers AFTER INSERT OR UPDATE OR DELETE ON "stages" FOR EACH ROW EXECUTE FUNCTION end_answer();
