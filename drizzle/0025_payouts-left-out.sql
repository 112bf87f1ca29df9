CREATE TABLE "payout_left_out" (
	"shop_id" text collate "C" NOT NULL,
	"batch_id" text collate "C" NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"reason" text NOT NULL,
	"payable_minor" bigint NOT NULL,
	CONSTRAINT "payout_left_out_shop_id_batch_id_affiliate_id_pk" PRIMARY KEY("shop_id","batch_id","affiliate_id")
);
--> statement-breakpoint
DROP INDEX "payout_notices_item";--> statement-breakpoint
ALTER TABLE "payout_left_out" ADD CONSTRAINT "payout_left_out_shop_id_batch_id_payout_batches_shop_id_batch_id_fk" FOREIGN KEY ("shop_id","batch_id") REFERENCES "public"."payout_batches"("shop_id","batch_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_left_out" ADD CONSTRAINT "payout_left_out_shop_id_affiliate_id_affiliates_shop_id_affiliate_id_fk" FOREIGN KEY ("shop_id","affiliate_id") REFERENCES "public"."affiliates"("shop_id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_notices_received" ON "payout_notices" USING btree ("shop_id","received_at");