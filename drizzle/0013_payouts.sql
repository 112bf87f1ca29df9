CREATE TABLE "closed_periods" (
	"shop_id" text collate "C" NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"since" timestamp (3) with time zone,
	"highest_sequence" bigint NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	"closed_by" jsonb NOT NULL,
	CONSTRAINT "closed_periods_shop_id_until_pk" PRIMARY KEY("shop_id","until")
);
--> statement-breakpoint
CREATE TABLE "payout_batches" (
	"shop_id" text collate "C" NOT NULL,
	"batch_id" text collate "C" NOT NULL,
	"method" text NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"schedule_key" text DEFAULT '' NOT NULL,
	"cutoff_at" timestamp (3) with time zone,
	"chosen" jsonb,
	"planned_up_to" text DEFAULT '' NOT NULL,
	"item_count" integer DEFAULT 0 NOT NULL,
	"total_minor" bigint DEFAULT 0 NOT NULL,
	"expected_count" integer,
	"expected_minor" bigint,
	"created_by" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_by" jsonb,
	"confirmed_at" timestamp (3) with time zone,
	"needs_approval" boolean DEFAULT false NOT NULL,
	"approved_by" jsonb,
	"approved_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"error" text DEFAULT '' NOT NULL,
	CONSTRAINT "payout_batches_shop_id_batch_id_pk" PRIMARY KEY("shop_id","batch_id")
);
--> statement-breakpoint
CREATE TABLE "payout_chunks" (
	"shop_id" text collate "C" NOT NULL,
	"chunk_id" text collate "C" NOT NULL,
	"batch_id" text collate "C" NOT NULL,
	"ordinal" integer NOT NULL,
	"status" text NOT NULL,
	"sealed_content" text NOT NULL,
	"content_hash" text NOT NULL,
	"intent_account" text DEFAULT '' NOT NULL,
	"seen_before" text,
	"provider_id" text DEFAULT '' NOT NULL,
	"item_count" integer NOT NULL,
	"total_minor" bigint NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"was_in_doubt" boolean DEFAULT false NOT NULL,
	"first_tried_at" timestamp (3) with time zone,
	"last_tried_at" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone,
	"error" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_chunks_shop_id_chunk_id_pk" PRIMARY KEY("shop_id","chunk_id")
);
--> statement-breakpoint
CREATE TABLE "payout_details" (
	"shop_id" text collate "C" NOT NULL,
	"details_id" text collate "C" NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"method" text NOT NULL,
	"sealed" text NOT NULL,
	"masked" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"effective_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "payout_details_shop_id_details_id_pk" PRIMARY KEY("shop_id","details_id")
);
--> statement-breakpoint
CREATE TABLE "payout_holds" (
	"shop_id" text collate "C" NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"note" text NOT NULL,
	"by" jsonb NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_holds_shop_id_affiliate_id_pk" PRIMARY KEY("shop_id","affiliate_id")
);
--> statement-breakpoint
CREATE TABLE "payout_items" (
	"shop_id" text collate "C" NOT NULL,
	"item_id" text collate "C" NOT NULL,
	"batch_id" text collate "C" NOT NULL,
	"chunk_id" text collate "C",
	"affiliate_id" text collate "C" NOT NULL,
	"method" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"withheld_minor" bigint DEFAULT 0 NOT NULL,
	"fee_minor" bigint DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"details_id" text collate "C",
	"receiver" text DEFAULT '' NOT NULL,
	"revision" integer NOT NULL,
	"provider_item_id" text DEFAULT '' NOT NULL,
	"provider_transaction_id" text DEFAULT '' NOT NULL,
	"provider_status" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"planned_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "payout_items_shop_id_item_id_pk" PRIMARY KEY("shop_id","item_id"),
	CONSTRAINT "payout_items_positive" CHECK ("payout_items"."amount_minor" > 0 and "payout_items"."withheld_minor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payout_limits" (
	"shop_id" text collate "C" NOT NULL,
	"currency" text NOT NULL,
	"minimum_minor" bigint NOT NULL,
	"approval_minor" bigint,
	CONSTRAINT "payout_limits_shop_id_currency_pk" PRIMARY KEY("shop_id","currency")
);
--> statement-breakpoint
CREATE TABLE "payout_notices" (
	"shop_id" text collate "C" NOT NULL,
	"notice_id" text NOT NULL,
	"kind" text NOT NULL,
	"chunk_id" text NOT NULL,
	"item_id" text DEFAULT '' NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_notices_shop_id_notice_id_pk" PRIMARY KEY("shop_id","notice_id")
);
--> statement-breakpoint
CREATE TABLE "payout_settings" (
	"shop_id" text collate "C" PRIMARY KEY NOT NULL,
	"schedule" text NOT NULL,
	"sends_by_itself" boolean NOT NULL,
	"methods" jsonb NOT NULL,
	"fee_bearer" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payout_chunks" ADD CONSTRAINT "payout_chunks_shop_id_batch_id_payout_batches_shop_id_batch_id_fk" FOREIGN KEY ("shop_id","batch_id") REFERENCES "public"."payout_batches"("shop_id","batch_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_details" ADD CONSTRAINT "payout_details_shop_id_affiliate_id_affiliates_shop_id_affiliate_id_fk" FOREIGN KEY ("shop_id","affiliate_id") REFERENCES "public"."affiliates"("shop_id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_holds" ADD CONSTRAINT "payout_holds_shop_id_affiliate_id_affiliates_shop_id_affiliate_id_fk" FOREIGN KEY ("shop_id","affiliate_id") REFERENCES "public"."affiliates"("shop_id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_shop_id_batch_id_payout_batches_shop_id_batch_id_fk" FOREIGN KEY ("shop_id","batch_id") REFERENCES "public"."payout_batches"("shop_id","batch_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_shop_id_affiliate_id_affiliates_shop_id_affiliate_id_fk" FOREIGN KEY ("shop_id","affiliate_id") REFERENCES "public"."affiliates"("shop_id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_batches_schedule" ON "payout_batches" USING btree ("shop_id","schedule_key") WHERE schedule_key <> '';--> statement-breakpoint
CREATE INDEX "payout_batches_newest" ON "payout_batches" USING btree ("shop_id","created_at","batch_id");--> statement-breakpoint
CREATE INDEX "payout_batches_open" ON "payout_batches" USING btree ("status") WHERE status in ('planning', 'sending');--> statement-breakpoint
CREATE UNIQUE INDEX "payout_chunks_ordinal" ON "payout_chunks" USING btree ("shop_id","batch_id","ordinal");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_chunks_intent" ON "payout_chunks" USING btree ("shop_id","intent_account") WHERE intent_account <> '';--> statement-breakpoint
CREATE INDEX "payout_chunks_due" ON "payout_chunks" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_details_unconfirmed" ON "payout_details" USING btree ("shop_id","affiliate_id") WHERE confirmed_at is null and ended_at is null;--> statement-breakpoint
CREATE INDEX "payout_details_affiliate" ON "payout_details" USING btree ("shop_id","affiliate_id","effective_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_items_open" ON "payout_items" USING btree ("shop_id","affiliate_id","currency") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "payout_items_batch" ON "payout_items" USING btree ("shop_id","batch_id","status","item_id");--> statement-breakpoint
CREATE INDEX "payout_items_chunk" ON "payout_items" USING btree ("shop_id","chunk_id");--> statement-breakpoint
CREATE INDEX "payout_items_affiliate" ON "payout_items" USING btree ("shop_id","affiliate_id","planned_at","item_id");--> statement-breakpoint
CREATE INDEX "payout_items_settled" ON "payout_items" USING btree ("shop_id","method","settled_at");--> statement-breakpoint
CREATE INDEX "payout_notices_item" ON "payout_notices" USING btree ("shop_id","item_id","received_at");