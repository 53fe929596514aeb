-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "papers_by_shelf" ON "papers" USING btree ("shelf",coalesce("expires_on", 'infinity'::date),"id","expires_on");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "papers_of_company_by_shelf" ON "papers" USING btree ("company_id","shelf",coalesce("expires_on", 'infinity'::date),"id","expires_on");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "papers_on_shelf";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "papers_of_company_on_shelf";
