-- outside a transaction
-- Since then whoever writes says so; here the companies of before.
INSERT INTO company_readiness (company_id)
	SELECT company_id FROM establishments UNION SELECT company_id FROM papers WHERE state = 'held' AND person_id IS NULL AND kind <> 'other_paper'
	ON CONFLICT (company_id) DO NOTHING;
