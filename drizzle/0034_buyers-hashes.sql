ALTER TABLE "shops" ADD COLUMN "trace_months" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_traced" ON "orders" USING btree ("shop_id","placed_at") WHERE "orders"."facts" ? 'traces';--> statement-breakpoint
ALTER TABLE "shops" ADD CONSTRAINT "shops_trace_months" CHECK ("shops"."trace_months" between 4 and 121);