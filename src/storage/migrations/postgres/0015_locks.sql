CREATE TABLE "lock_holds" (
	"project_id" text COLLATE "C" NOT NULL,
	"voucher_id" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"uses" bigint NOT NULL,
	"credit" bigint NOT NULL,
	"points" bigint NOT NULL,
	"expires_at" text COLLATE "C" NOT NULL,
	CONSTRAINT "lock_holds_project_id_voucher_id_key_pk" PRIMARY KEY("project_id","voucher_id","key"),
	CONSTRAINT "lock_holds_held" CHECK ("lock_holds"."uses" >= 0 and "lock_holds"."credit" >= 0 and "lock_holds"."points" >= 0)
);
--> statement-breakpoint
CREATE TABLE "locks" (
	"project_id" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"expires_at" text COLLATE "C" NOT NULL,
	CONSTRAINT "locks_project_id_key_pk" PRIMARY KEY("project_id","key")
);
--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "locked_until" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "lock_holds" ADD CONSTRAINT "lock_holds_voucher" FOREIGN KEY ("project_id","voucher_id") REFERENCES "public"."vouchers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locks" ADD CONSTRAINT "locks_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lock_holds_of_lock" ON "lock_holds" USING btree ("project_id","key","voucher_id");--> statement-breakpoint
CREATE INDEX "locks_by_end" ON "locks" USING btree ("project_id","expires_at");