CREATE TABLE "download_places" (
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "download_places_kind_user_id_pk" PRIMARY KEY("kind","user_id"),
	CONSTRAINT "download_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade,
	CONSTRAINT "download_places_kind" CHECK ("download_places"."kind" in ('archive', 'table'))
);
--> statement-breakpoint
CREATE INDEX "download_places_by_user" ON "download_places" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "download_places_by_end" ON "download_places" USING btree ("ends_at");
