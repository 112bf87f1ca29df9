CREATE TABLE "daily_dimension_figures" (
	"shop_id" text collate "C" NOT NULL,
	"dimension" text collate "C" NOT NULL,
	"value" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"click_orders" integer DEFAULT 0 NOT NULL,
	"revenue_minor" bigint DEFAULT 0 NOT NULL,
	"commission_minor" bigint DEFAULT 0 NOT NULL,
	"refunds_minor" bigint DEFAULT 0 NOT NULL,
	"new_customers" integer DEFAULT 0 NOT NULL,
	"timed_orders" integer DEFAULT 0 NOT NULL,
	"click_seconds" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_dimension_figures_shop_id_dimension_day_value_currency_pk" PRIMARY KEY("shop_id","dimension","day","value","currency")
);
--> statement-breakpoint
CREATE TABLE "dimension_values" (
	"shop_id" text collate "C" NOT NULL,
	"dimension" text collate "C" NOT NULL,
	"value" text collate "C" NOT NULL,
	CONSTRAINT "dimension_values_shop_id_dimension_value_pk" PRIMARY KEY("shop_id","dimension","value")
);
--> statement-breakpoint
ALTER TABLE "daily_figures" ADD COLUMN "refunds_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_figures" ADD COLUMN "new_customers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_figures" ADD COLUMN "timed_orders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_figures" ADD COLUMN "click_seconds" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_shop_figures" ADD COLUMN "refunds_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_shop_figures" ADD COLUMN "new_customers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_shop_figures" ADD COLUMN "timed_orders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_shop_figures" ADD COLUMN "click_seconds" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_unreported" ON "orders" USING btree ("shop_id","order_id") WHERE not ("orders"."counted" ? 'dimensions');--> statement-breakpoint
-- Clicks that are kept, by page, sub-id and link: the most frequent values of a shop are counted by themselves.
INSERT INTO "dimension_values" ("shop_id", "dimension", "value")
SELECT shop_id, dimension, value FROM (
  SELECT shop_id, dimension, value,
    row_number() OVER (PARTITION BY shop_id, dimension ORDER BY count(*) DESC, value) AS place
  FROM "clicks", LATERAL (VALUES
    ('sub-id', left(btrim(sub_id), 120)),
    ('landing', left(btrim(split_part(split_part(target, '?', 1), '#', 1)), 120))
  ) AS told (dimension, value)
  WHERE NOT bot AND value <> '' GROUP BY shop_id, dimension, value
) ranked WHERE place <= 2000;--> statement-breakpoint
INSERT INTO "daily_dimension_figures" ("shop_id", "dimension", "value", "day", "currency", "clicks")
SELECT shop_id, dimension, value, day, currency, count(*)::int FROM (
  SELECT clicks.shop_id, told.dimension, (occurred_at AT TIME ZONE coalesce(zones.name, 'UTC'))::date AS day, shops.currency,
    CASE WHEN told.dimension = 'link' OR told.value = '' OR EXISTS (
      SELECT 1 FROM "dimension_values" known WHERE known.shop_id = clicks.shop_id
        AND known.dimension = told.dimension AND known.value = told.value
    ) THEN told.value ELSE ' other' END AS value
  FROM "clicks" JOIN "shops" ON shops.shop_id = clicks.shop_id
  LEFT JOIN (SELECT name FROM pg_timezone_names) zones ON zones.name = shops.time_zone, LATERAL (VALUES
    ('link', link_id::text),
    ('sub-id', left(btrim(sub_id), 120)),
    ('landing', left(btrim(split_part(split_part(target, '?', 1), '#', 1)), 120))
  ) AS told (dimension, value)
  WHERE NOT bot
) counted GROUP BY 1, 2, 3, 4, 5;--> statement-breakpoint
-- Of clicks that went with their month only the day is known, and the link that was followed.
INSERT INTO "daily_dimension_figures" AS held ("shop_id", "dimension", "value", "day", "currency", "clicks")
SELECT link.shop_id, 'link', link.link_id, link.day::date, shops.currency, link.clicks
FROM "daily_link_figures" link JOIN "shops" ON shops.shop_id = link.shop_id WHERE link.clicks <> 0
ON CONFLICT (shop_id, dimension, day, value, currency) DO UPDATE SET clicks = excluded.clicks;--> statement-breakpoint
INSERT INTO "daily_dimension_figures" AS held ("shop_id", "dimension", "value", "day", "currency", "clicks")
SELECT days.shop_id, days.dimension, '', days.day, shops.currency, days.clicks - coalesce(counted.clicks, 0)
FROM (
  SELECT shop_id, day, sum(clicks)::int AS clicks, unnest(array['landing', 'link', 'sub-id']) AS dimension
  FROM "daily_shop_figures" GROUP BY shop_id, day
) days JOIN "shops" ON shops.shop_id = days.shop_id LEFT JOIN (
  SELECT shop_id, dimension, day, sum(clicks)::int AS clicks FROM "daily_dimension_figures" GROUP BY 1, 2, 3
) counted ON counted.shop_id = days.shop_id AND counted.dimension = days.dimension AND counted.day = days.day
WHERE days.clicks > coalesce(counted.clicks, 0)
ON CONFLICT (shop_id, dimension, day, value, currency) DO UPDATE SET clicks = held.clicks + excluded.clicks;
