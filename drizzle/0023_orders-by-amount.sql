DROP INDEX "adjustments_affiliate";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "commission_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What each order counts for already, of its rows; those of older versions of the app measured less.
UPDATE "orders" SET "commission_minor" = (
  SELECT coalesce(sum((one->>'commissionMinor')::bigint), 0) FROM jsonb_array_elements("counted"->'rows') AS one
) WHERE "counted" ? 'rows';--> statement-breakpoint
CREATE INDEX "orders_total" ON "orders" USING btree ("shop_id","currency","net_minor","order_id");--> statement-breakpoint
CREATE INDEX "orders_commission" ON "orders" USING btree ("shop_id","currency","commission_minor","order_id");--> statement-breakpoint
CREATE INDEX "adjustments_affiliate" ON "adjustments" USING btree ("shop_id","affiliate_id","at","adjustment_id");