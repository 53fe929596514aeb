-- beside the version before
-- A version before 0108 puts back the people of an import and knows nothing of what it wrote of the company.
CREATE FUNCTION refuse_half_undone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM import_papers WHERE import_id = NEW.id) THEN
    RAISE EXCEPTION 'the papers of the company were not put back' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER imports_undone_wholly BEFORE UPDATE OF undone_at ON imports FOR EACH ROW
  WHEN (OLD.undone_at IS NULL AND NEW.undone_at IS NOT NULL) EXECUTE FUNCTION refuse_half_undone();
