CREATE TABLE "timer_leases" (
	"project_id" text COLLATE "C" NOT NULL,
	"owner" text COLLATE "C" NOT NULL,
	"lease_until" text COLLATE "C" NOT NULL,
	CONSTRAINT "timer_leases_project_id_pk" PRIMARY KEY("project_id")
);
--> statement-breakpoint
ALTER TABLE "timer_leases" ADD CONSTRAINT "timer_leases_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "jobs" SET "owner" = NULL, "lease_until" = NULL WHERE "queue" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_owned" ON "jobs" USING btree ("project_id","queue") WHERE owner is not null;