-- beside the version before
-- Files of other records are told by `tell_changes`. These are told as what they belong to: a message's as its application's messages, a paper's as `tell_papers` does.
CREATE FUNCTION tell_lost_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO changes (noun, id, company_id)
		SELECT 'message', a.id, a.company_id
			FROM messages m JOIN visa_applications a ON a.id = m.application_id WHERE m.id = NEW.message_id
		UNION ALL SELECT 'employee', told.id, told.company_id FROM (
			SELECT p.company_id, (SELECT e.id FROM employees e WHERE e.person_id = p.person_id ORDER BY e.created_at DESC, e.id DESC LIMIT 1) AS id
			FROM papers p WHERE p.id = NEW.paper_id AND p.person_id IS NOT NULL
		) told WHERE told.id IS NOT NULL
		UNION ALL SELECT 'company', p.company_id, p.company_id FROM papers p WHERE p.id = NEW.paper_id AND p.person_id IS NULL
		ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER documents_lost_told AFTER UPDATE OF missing_at ON "documents" FOR EACH ROW
	WHEN ((OLD.missing_at IS NULL) <> (NEW.missing_at IS NULL) AND (NEW.message_id IS NOT NULL OR NEW.paper_id IS NOT NULL))
	EXECUTE FUNCTION tell_lost_file();--> statement-breakpoint
-- The trigger of `users` takes the number of this change, so that one is taken and not two.
CREATE OR REPLACE FUNCTION renew_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE users SET version = version + 1 WHERE id IN (OLD.user_id, NEW.user_id);
	RETURN NULL;
END $$;
