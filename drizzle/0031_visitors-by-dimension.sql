ALTER TABLE "daily_dimension_figures" ADD COLUMN "visitors" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_visitors" RENAME TO "daily_visitors_by_affiliate";--> statement-breakpoint
CREATE TABLE "daily_visitors" (
	"shop_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"visitor_hash" text NOT NULL,
	"seen" text[] NOT NULL,
	"seen_before" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_visitors_shop_id_day_visitor_hash_pk" PRIMARY KEY("shop_id","day","visitor_hash")
);
--> statement-breakpoint
-- Who came on a day to which link, page and sub-id, of the clicks that are kept.
CREATE TEMPORARY TABLE "visited" AS
SELECT DISTINCT shop_id, day, currency, dimension, CASE WHEN dimension = 'link' OR value = '' OR EXISTS (
    SELECT 1 FROM "dimension_values" known WHERE known.shop_id = told.shop_id
      AND known.dimension = told.dimension AND known.value = told.value
  ) THEN value ELSE ' other' END AS value, visitor_hash
FROM (
  SELECT clicks.shop_id, (occurred_at AT TIME ZONE coalesce(zones.name, 'UTC'))::date AS day, shops.currency,
    single.dimension, single.value, visitor_hash
  FROM "clicks" JOIN "shops" ON shops.shop_id = clicks.shop_id
  LEFT JOIN (SELECT name FROM pg_timezone_names) zones ON zones.name = shops.time_zone, LATERAL (VALUES
    ('link', link_id::text),
    ('sub-id', left(btrim(sub_id), 120)),
    ('landing', left(btrim(split_part(split_part(target, '?', 1), '#', 1)), 120))
  ) AS single (dimension, value)
  WHERE NOT bot AND visitor_hash <> ''
) told;--> statement-breakpoint
INSERT INTO "daily_dimension_figures" AS held ("shop_id", "dimension", "value", "day", "currency", "visitors")
SELECT shop_id, dimension, value, day, currency, count(*)::int FROM "visited" GROUP BY 1, 2, 3, 4, 5
ON CONFLICT (shop_id, dimension, day, value, currency) DO UPDATE SET visitors = excluded.visitors;--> statement-breakpoint
INSERT INTO "daily_visitors" ("shop_id", "day", "visitor_hash", "seen")
SELECT shop_id, day, visitor_hash, array_agg(key) FROM (
  SELECT shop_id, day, visitor_hash,
    CASE affiliate_id WHEN '' THEN 'shop ' ELSE 'affiliate ' || affiliate_id END AS key
  FROM "daily_visitors_by_affiliate"
  UNION
  SELECT shop_id, day, visitor_hash, dimension || ' ' || value
  FROM "visited" JOIN (SELECT DISTINCT shop_id, day, visitor_hash FROM "daily_visitors_by_affiliate") known
  USING (shop_id, day, visitor_hash)
) told GROUP BY 1, 2, 3;--> statement-breakpoint
DROP TABLE "visited";--> statement-breakpoint
DROP TABLE "daily_visitors_by_affiliate";
