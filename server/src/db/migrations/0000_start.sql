CREATE TABLE "visa_applications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_type" text NOT NULL,
	"company_id" uuid NOT NULL,
	"employee_id" uuid,
	"submitted_by" uuid,
	"employee_name" text NOT NULL,
	"passport_number" text,
	"nationality" text NOT NULL,
	"designation" text,
	"email" text,
	"mobile" text,
	"visa_type" text NOT NULL,
	"priority" text NOT NULL,
	"employee_location" text NOT NULL,
	"salary_breakup" text,
	"notice_period" text,
	"probation_period" text,
	"annual_leave_type" text NOT NULL,
	"ticket_frequency" text NOT NULL,
	"current_stage" text NOT NULL,
	"status" text NOT NULL,
	"submitted_at" timestamptz(3) NOT NULL,
	"completed_at" timestamptz(3),
	"visa_expiry_date" date,
	"expiry_date" date,
	"cost_fils" bigint NOT NULL,
	"search_text" text NOT NULL,
	CONSTRAINT "visa_applications_type" CHECK ("visa_applications"."application_type" in ('new', 'renewal')),
	CONSTRAINT "visa_applications_visa_type" CHECK ("visa_applications"."visa_type" in ('employee', 'investor')),
	CONSTRAINT "visa_applications_priority" CHECK ("visa_applications"."priority" in ('normal', 'fast_track')),
	CONSTRAINT "visa_applications_location" CHECK ("visa_applications"."employee_location" in ('inside_uae', 'outside_uae')),
	CONSTRAINT "visa_applications_stage" CHECK ("visa_applications"."current_stage" in ('Offer Letter', 'Labor Fees', 'Entry Permit', 'Change Status', 'Medical Test', 'Emirates ID', 'Visa Stamping')),
	CONSTRAINT "visa_applications_status" CHECK ("visa_applications"."status" in ('active', 'completed')),
	CONSTRAINT "visa_applications_cost" CHECK ("visa_applications"."cost_fils" > 0),
	CONSTRAINT "visa_applications_completed" CHECK (("visa_applications"."status" = 'completed') = ("visa_applications"."completed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"trade_license" text NOT NULL,
	"contact_person" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"category" text NOT NULL,
	"search_text" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "companies_category" CHECK ("companies"."category" in ('on_demand', 'monthly_retainer'))
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uploaded_by" uuid,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"wrapped_key" "bytea" NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"application_id" uuid,
	"stage_id" uuid,
	"company_id" uuid,
	"slot" text,
	CONSTRAINT "documents_application_slot" UNIQUE("application_id","slot"),
	CONSTRAINT "documents_company_slot" UNIQUE("company_id","slot"),
	CONSTRAINT "documents_stage" UNIQUE("stage_id"),
	CONSTRAINT "documents_type" CHECK ("documents"."type" in ('application/pdf', 'image/jpeg', 'image/png')),
	CONSTRAINT "documents_size" CHECK ("documents"."size" > 0),
	CONSTRAINT "documents_one_record" CHECK (num_nonnulls("documents"."application_id", "documents"."stage_id", "documents"."company_id") <= 1),
	CONSTRAINT "documents_slot" CHECK (("documents"."slot" is null) = ("documents"."application_id" is null and "documents"."company_id" is null))
);
--> statement-breakpoint
CREATE TABLE "employees" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"employee_name" text NOT NULL,
	"passport_number" text NOT NULL,
	"nationality" text NOT NULL,
	"designation" text,
	"visa_number" text,
	"visa_expiry_date" date,
	"eid_number" text,
	"eid_expiry_date" date,
	"mobile" text,
	"email" text,
	"status" text NOT NULL,
	"search_text" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "employees_passport" UNIQUE("company_id","passport_number"),
	CONSTRAINT "employees_status" CHECK ("employees"."status" in ('active', 'cancelled', 'cancellation_requested'))
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "known_devices_token_hash_user_id_pk" PRIMARY KEY("token_hash","user_id")
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"failed_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"last_seen_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"stage_name" text NOT NULL,
	"status" text NOT NULL,
	"notes" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "stages_once" UNIQUE("application_id","stage_name"),
	CONSTRAINT "stages_name" CHECK ("stages"."stage_name" in ('Offer Letter', 'Labor Fees', 'Entry Permit', 'Change Status', 'Medical Test', 'Emirates ID', 'Visa Stamping')),
	CONSTRAINT "stages_status" CHECK ("stages"."status" in ('Submitted', 'In Process', 'Approved', 'Rejected'))
);
--> statement-breakpoint
CREATE TABLE "user_companies" (
	"user_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	CONSTRAINT "user_companies_user_id_company_id_pk" PRIMARY KEY("user_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified_at" timestamptz(3),
	"password_hash" text,
	"role" text NOT NULL,
	"approved" boolean NOT NULL,
	"company_id" uuid,
	"active_company_id" uuid,
	"employee_id" uuid,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "users_role" CHECK ("users"."role" in ('admin', 'company_admin', 'employee'))
);
--> statement-breakpoint
ALTER TABLE "visa_applications" ADD CONSTRAINT "visa_applications_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD CONSTRAINT "visa_applications_employee_id_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD CONSTRAINT "visa_applications_submitted_by_users_id_fk" FOREIGN KEY ("submitted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_stage_id_stages_id_fk" FOREIGN KEY ("stage_id") REFERENCES "public"."stages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employees" ADD CONSTRAINT "employees_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stages" ADD CONSTRAINT "stages_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stages" ADD CONSTRAINT "stages_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_companies" ADD CONSTRAINT "user_companies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_companies" ADD CONSTRAINT "user_companies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_active_company_id_companies_id_fk" FOREIGN KEY ("active_company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_employee_id_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visa_applications_newest" ON "visa_applications" USING btree ("submitted_at","id");--> statement-breakpoint
CREATE INDEX "visa_applications_of_company" ON "visa_applications" USING btree ("company_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "visa_applications_of_person" ON "visa_applications" USING btree ("company_id","passport_number");--> statement-breakpoint
CREATE INDEX "companies_by_licence" ON "companies" USING btree (lower("trade_license"));--> statement-breakpoint
CREATE INDEX "companies_newest" ON "companies" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "documents_unattached" ON "documents" USING btree ("created_at") WHERE "documents"."application_id" is null and "documents"."stage_id" is null and "documents"."company_id" is null;--> statement-breakpoint
CREATE INDEX "employees_newest" ON "employees" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "login_failures_by_subject" ON "login_failures" USING btree ("subject","failed_at");--> statement-breakpoint
CREATE INDEX "login_failures_by_time" ON "login_failures" USING btree ("failed_at");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_last_seen" ON "sessions" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "user_companies_by_company" ON "user_companies" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");