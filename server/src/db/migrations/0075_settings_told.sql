-- Under the id of the one row.
CREATE FUNCTION tell_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO changes (noun, id) VALUES ('settings', '00000000-0000-0000-0000-000000000000') ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER provider_settings_told AFTER UPDATE ON "provider_settings" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_settings();
