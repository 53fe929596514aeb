ALTER TABLE "one_time_links" ADD COLUMN "copied" boolean DEFAULT false NOT NULL;
