CREATE TABLE "payout_reminders" (
	"shop_id" text collate "C" NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	"stopped_at" timestamp (3) with time zone,
	CONSTRAINT "payout_reminders_shop_id_affiliate_id_pk" PRIMARY KEY("shop_id","affiliate_id")
);
--> statement-breakpoint
ALTER TABLE "payout_items" ADD COLUMN "told_status" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_reminders" ADD CONSTRAINT "payout_reminders_shop_id_affiliate_id_affiliates_shop_id_affiliate_id_fk" FOREIGN KEY ("shop_id","affiliate_id") REFERENCES "public"."affiliates"("shop_id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_details_last" ON "payout_details" USING btree ("shop_id","affiliate_id") WHERE confirmed_at is not null and ended_at is null;--> statement-breakpoint
CREATE INDEX "payout_details_ended" ON "payout_details" USING btree ("shop_id","ended_at") WHERE ended_at is not null and sealed <> '';--> statement-breakpoint
CREATE INDEX "payout_items_untold" ON "payout_items" USING btree ("shop_id","item_id") WHERE status in ('settled', 'unclaimed', 'returned', 'failed') and told_status <> status;