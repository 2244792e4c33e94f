CREATE TABLE "order_imports" (
	"project_id" text COLLATE "C" NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"said" json NOT NULL,
	CONSTRAINT "order_imports_project_id_order_id_pk" PRIMARY KEY("project_id","order_id")
);
--> statement-breakpoint
ALTER TABLE "order_imports" ADD CONSTRAINT "order_imports_order" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE no action ON UPDATE no action;