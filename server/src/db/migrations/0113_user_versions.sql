-- beside the version before
CREATE SEQUENCE "user_versions";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE FUNCTION take_user_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := nextval('user_versions');
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER users_version BEFORE UPDATE ON "users" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION take_user_version();--> statement-breakpoint
-- The users to whom a row belongs, or belonged, get another version.
CREATE FUNCTION renew_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET version = nextval('user_versions') WHERE id IN (OLD.user_id, NEW.user_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER user_companies_user AFTER INSERT OR UPDATE OR DELETE ON "user_companies" FOR EACH ROW EXECUTE FUNCTION renew_user();--> statement-breakpoint
CREATE TRIGGER two_steps_update_user AFTER UPDATE OF on_since ON "two_steps" FOR EACH ROW WHEN (OLD.on_since IS DISTINCT FROM NEW.on_since) EXECUTE FUNCTION renew_user();--> statement-breakpoint
CREATE TRIGGER two_steps_insert_user AFTER INSERT ON "two_steps" FOR EACH ROW WHEN (NEW.on_since IS NOT NULL) EXECUTE FUNCTION renew_user();--> statement-breakpoint
CREATE TRIGGER two_steps_delete_user AFTER DELETE ON "two_steps" FOR EACH ROW WHEN (OLD.on_since IS NOT NULL) EXECUTE FUNCTION renew_user();--> statement-breakpoint
CREATE TRIGGER documents_insert_user AFTER INSERT ON "documents" FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION renew_user();--> statement-breakpoint
CREATE TRIGGER documents_update_user AFTER UPDATE OF user_id ON "documents" FOR EACH ROW WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION renew_user();--> statement-breakpoint
CREATE TRIGGER documents_delete_user AFTER DELETE ON "documents" FOR EACH ROW WHEN (OLD.user_id IS NOT NULL) EXECUTE FUNCTION renew_user();
