CREATE TABLE "set_up_claims" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	CONSTRAINT "set_up_claims_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "set_up_claims" ADD CONSTRAINT "set_up_claims_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;