-- Under the application's id, and what administrators note without a company: an older server beside this one would tell the company. What goes with
-- its application is told by that.
CREATE OR REPLACE FUNCTION tell_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO changes (noun, id, company_id)
		SELECT TG_ARGV[0], told.id, CASE TG_ARGV[0] WHEN 'message' THEN told.company_id END FROM (
			SELECT c.application_id AS id, (SELECT a.company_id FROM visa_applications a WHERE a.id = c.application_id) AS company_id
			FROM changed c OFFSET 0
		) told WHERE told.company_id IS NOT NULL
		ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
