-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "persons_of_company" ON "persons" USING btree ("company_id","id");
