CREATE TABLE "stacking_rules" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"rules" json NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	CONSTRAINT "stacking_rules_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "redemptions" ALTER COLUMN "voucher_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "redemptions" ALTER COLUMN "campaign_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "redemptions" ADD COLUMN "promotion_tier_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "redemptions" ADD COLUMN "stack_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "stacking_rules" ADD CONSTRAINT "stacking_rules_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "stacking_rules_of" ON "stacking_rules" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "redemptions_of_stack" ON "redemptions" USING btree ("project_id","stack_id","id") WHERE stack_id is not null;