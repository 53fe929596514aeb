-- outside a transaction
-- Writes the rows that no trigger has written yet, 1,000 at a time. It takes no lock of applications: who changes one meanwhile writes it first,
-- or waits for the batch and writes it again.
DO $$
DECLARE
	batch uuid[];
	place uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
	LOOP
		batch := ARRAY(SELECT a.id FROM visa_applications a WHERE a.id > place ORDER BY a.id LIMIT 1000);
		EXIT WHEN cardinality(batch) = 0;
		place := batch[cardinality(batch)];
		INSERT INTO written_applications
			SELECT a.id, 1, written_application(a), written_documents(a.id) FROM visa_applications a WHERE a.id = ANY (batch) ORDER BY a.id
			ON CONFLICT DO NOTHING;
		COMMIT;
	END LOOP;
END $$;--> statement-breakpoint
ANALYZE "written_applications";
