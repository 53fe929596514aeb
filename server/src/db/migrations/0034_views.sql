CREATE TABLE "views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"filters" jsonb NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "views_name" UNIQUE("user_id","list","name"),
	CONSTRAINT "views_list" CHECK ("views"."list" in ('applications', 'employees', 'companies', 'users', 'transactions'))
);
--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
