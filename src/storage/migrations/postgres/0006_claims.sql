ALTER TABLE "lots" ADD COLUMN "canceled" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "withdrawn" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "taken_back" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "lapsed" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "merged_into" text COLLATE "C";
--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "derived" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "taken_back_at" text COLLATE "C";
--> statement-breakpoint
ALTER TABLE "shortfalls" ADD COLUMN "lot_id" text COLLATE "C";
--> statement-breakpoint
ALTER TABLE "shortfalls" ADD COLUMN "from_lot_id" text COLLATE "C";
--> statement-breakpoint
ALTER TABLE "shortfalls" ADD COLUMN "claim" text COLLATE "C";
--> statement-breakpoint
ALTER TABLE "shortfalls" DROP CONSTRAINT "shortfalls_project_id_voucher_id_subject_id_pk";
--> statement-breakpoint
-- What is taken back is kept by lot from here on; what can be known of the past follows from the ledger.
UPDATE "orders" SET "taken_back_at" = coalesce("updated_at", "created_at")
	WHERE "earned_at" IS NOT NULL AND (("status" = 'CANCELED'
			AND NOT EXISTS (SELECT 1 FROM "customers" c WHERE c."project_id" = "orders"."project_id" AND c."id" = "orders"."customer_id" AND c."deleted_at" IS NOT NULL))
		OR EXISTS (SELECT 1 FROM "ledger_entries" e WHERE e."project_id" = "orders"."project_id" AND e."order_id" = "orders"."id" AND e."type" = 'POINTS_CANCELLATION')
		OR EXISTS (SELECT 1 FROM "shortfalls" s WHERE s."project_id" = "orders"."project_id" AND s."subject_id" = "orders"."id"));
--> statement-breakpoint
CREATE TABLE "past_lots" AS
	SELECT l."project_id", l."voucher_id", l."id" AS "lot_id", l."remaining",
		sum(l."canceled") AS "canceled", sum(l."withdrawn") AS "withdrawn", sum(l."taken") AS "taken", sum(l."lapsed") AS "lapsed"
	FROM (
		SELECT lot."project_id", lot."voucher_id", lot."id", lot."remaining",
			CASE WHEN e."type" = 'POINTS_ACCRUAL' AND (o."taken_back_at" IS NOT NULL OR r."status" = 'ROLLED_BACK') THEN (line.value ->> 'amount')::bigint ELSE 0 END AS "canceled",
			CASE WHEN e."type" = 'POINTS_ADDITION' AND r."status" = 'ROLLED_BACK' THEN (line.value ->> 'amount')::bigint ELSE 0 END AS "withdrawn",
			CASE WHEN e."type" = 'POINTS_CANCELLATION' THEN -(line.value ->> 'amount')::bigint ELSE 0 END AS "taken",
			CASE WHEN e."type" = 'POINTS_EXPIRATION' THEN -(line.value ->> 'amount')::bigint ELSE 0 END AS "lapsed"
		FROM "ledger_entries" e
		CROSS JOIN json_array_elements(e."lots") AS line
		JOIN "lots" lot ON lot."project_id" = e."project_id" AND lot."id" = line.value ->> 'id'
		JOIN "vouchers" v ON v."project_id" = e."project_id" AND v."id" = e."voucher_id" AND v."type" = 'LOYALTY_CARD'
		LEFT JOIN "orders" o ON o."project_id" = e."project_id" AND o."id" = e."order_id"
		LEFT JOIN "redemptions" r ON r."project_id" = e."project_id" AND r."id" = e."redemption_id"
		WHERE e."type" IN ('POINTS_ACCRUAL', 'POINTS_ADDITION', 'POINTS_CANCELLATION', 'POINTS_EXPIRATION')
	) l
	GROUP BY l."project_id", l."voucher_id", l."id", l."remaining";
--> statement-breakpoint
-- own: taken out of the lot itself. lent: taken from it in place of others. due: neither there nor lapsed. settled: spent and back again.
CREATE TABLE "past_claims" AS
	SELECT p.*, least(p."taken", p."canceled" + p."withdrawn") AS "own",
		greatest(p."taken" - p."canceled" - p."withdrawn", 0) AS "lent",
		CASE WHEN p."remaining" > 0 THEN 0 ELSE greatest(p."canceled" + p."withdrawn" - least(p."taken", p."canceled" + p."withdrawn") - p."lapsed", 0) END AS "due",
		CASE WHEN p."remaining" = 0 THEN 0 ELSE greatest(p."canceled" + p."withdrawn" - least(p."taken", p."canceled" + p."withdrawn") - p."lapsed", 0) END AS "settled"
	FROM "past_lots" p;
--> statement-breakpoint
UPDATE "lots" SET
	"canceled" = p."canceled" - least(p."settled", p."canceled"),
	"withdrawn" = p."withdrawn" - p."settled" + least(p."settled", p."canceled"),
	"taken_back" = p."own",
	"lapsed" = p."lapsed",
	"derived" = p."canceled" + p."withdrawn" + p."taken" > 0
	FROM "past_claims" p WHERE p."project_id" = "lots"."project_id" AND p."lot_id" = "lots"."id";
--> statement-breakpoint
-- On each card, what is due of its lots is laid beside what was taken from others and what was missing, from the first to the last point.
CREATE TABLE "past_dues" AS
	SELECT "project_id", "voucher_id", "lot_id",
		sum("due") OVER (PARTITION BY "project_id", "voucher_id" ORDER BY "lot_id") - "due" AS "first",
		sum("due") OVER (PARTITION BY "project_id", "voucher_id" ORDER BY "lot_id") AS "last",
		sum("due") OVER (PARTITION BY "project_id", "voucher_id") AS "all_due"
	FROM "past_claims";
--> statement-breakpoint
CREATE TABLE "past_sources" AS
	SELECT s.*,
		greatest(sum(s."points") OVER (PARTITION BY s."project_id", s."voucher_id" ORDER BY s."place", s."key") - s."points" - h."settled", 0) AS "first",
		greatest(sum(s."points") OVER (PARTITION BY s."project_id", s."voucher_id" ORDER BY s."place", s."key") - h."settled", 0) AS "last"
	FROM (
		SELECT "project_id", "voucher_id", 1 AS "place", "lot_id" AS "key", 'before' AS "subject_id", "lot_id" AS "from_lot_id", "lent" AS "points", '{"reason":"From before the upgrade"}' AS "cause", NULL AS "created_at"
		FROM "past_claims" WHERE "lent" > 0
		UNION ALL
		SELECT "project_id", "voucher_id", 2, "subject_id", "subject_id", '', "points", "cause"::text, "created_at" FROM "shortfalls"
	) s
	JOIN (SELECT "project_id", "voucher_id", sum("settled") AS "settled" FROM "past_claims" GROUP BY "project_id", "voucher_id") h
		ON h."project_id" = s."project_id" AND h."voucher_id" = s."voucher_id";
--> statement-breakpoint
CREATE TABLE "past_days" AS
	SELECT "project_id", "voucher_id", max("created_at") AS "created_at" FROM "ledger_entries" GROUP BY "project_id", "voucher_id";
--> statement-breakpoint
DELETE FROM "shortfalls";
--> statement-breakpoint
INSERT INTO "shortfalls" ("project_id", "voucher_id", "subject_id", "lot_id", "from_lot_id", "claim", "points", "cause", "created_at")
	SELECT d."project_id", d."voucher_id", s."subject_id", d."lot_id", s."from_lot_id", 'EARNED',
		least(d."last", s."last") - greatest(d."first", s."first"), s."cause"::json, coalesce(s."created_at", n."created_at")
	FROM "past_dues" d
	JOIN "past_sources" s ON s."project_id" = d."project_id" AND s."voucher_id" = d."voucher_id"
	JOIN "past_days" n ON n."project_id" = d."project_id" AND n."voucher_id" = d."voucher_id"
	WHERE least(d."last", s."last") > greatest(d."first", s."first");
--> statement-breakpoint
-- Points that an older version left on a card, though what they came by was canceled.
INSERT INTO "shortfalls" ("project_id", "voucher_id", "subject_id", "lot_id", "from_lot_id", "claim", "points", "cause", "created_at")
	SELECT d."project_id", d."voucher_id", 'before', d."lot_id", '', 'UNTAKEN',
		d."last" - greatest(d."first", coalesce(s."last", 0)), '{"reason":"From before the upgrade"}'::json, n."created_at"
	FROM "past_dues" d
	LEFT JOIN (SELECT "project_id", "voucher_id", max("last") AS "last" FROM "past_sources" GROUP BY "project_id", "voucher_id") s
		ON s."project_id" = d."project_id" AND s."voucher_id" = d."voucher_id"
	JOIN "past_days" n ON n."project_id" = d."project_id" AND n."voucher_id" = d."voucher_id"
	WHERE d."last" > greatest(d."first", coalesce(s."last", 0));
--> statement-breakpoint
-- Points that it took from other lots in place of some that had lapsed, or were there.
INSERT INTO "shortfalls" ("project_id", "voucher_id", "subject_id", "lot_id", "from_lot_id", "claim", "points", "cause", "created_at")
	SELECT s."project_id", s."voucher_id", 'before', s."from_lot_id", s."from_lot_id", 'OVERTAKEN',
		s."last" - greatest(s."first", d."all_due"), '{"reason":"From before the upgrade"}'::json, n."created_at"
	FROM "past_sources" s
	JOIN (SELECT "project_id", "voucher_id", max("all_due") AS "all_due" FROM "past_dues" GROUP BY "project_id", "voucher_id") d
		ON d."project_id" = s."project_id" AND d."voucher_id" = s."voucher_id"
	JOIN "past_days" n ON n."project_id" = s."project_id" AND n."voucher_id" = s."voucher_id"
	WHERE s."from_lot_id" <> '' AND s."last" > greatest(s."first", d."all_due");
--> statement-breakpoint
DROP TABLE "past_days";
--> statement-breakpoint
DROP TABLE "past_sources";
--> statement-breakpoint
DROP TABLE "past_dues";
--> statement-breakpoint
DROP TABLE "past_claims";
--> statement-breakpoint
DROP TABLE "past_lots";
--> statement-breakpoint
ALTER TABLE "shortfalls" ALTER COLUMN "lot_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "shortfalls" ALTER COLUMN "from_lot_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "shortfalls" ALTER COLUMN "claim" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "shortfalls" ADD CONSTRAINT "shortfalls_project_id_voucher_id_subject_id_lot_id_from_lot_id_claim_pk" PRIMARY KEY("project_id","voucher_id","subject_id","lot_id","from_lot_id","claim");
--> statement-breakpoint
DROP INDEX "ledger_entries_expired";
