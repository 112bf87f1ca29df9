CREATE TABLE "attribution_versions" (
	"shop_id" text collate "C" NOT NULL,
	"version" integer NOT NULL,
	"rules" jsonb NOT NULL,
	"effective_from" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "attribution_versions_shop_id_version_pk" PRIMARY KEY("shop_id","version")
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"shop_id" text collate "C" NOT NULL,
	"claim_id" text collate "C" NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"order_name" text NOT NULL,
	"order_id" text,
	"note" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"answer" text,
	CONSTRAINT "claims_shop_id_claim_id_pk" PRIMARY KEY("shop_id","claim_id")
);
--> statement-breakpoint
CREATE TABLE "customer_bindings" (
	"shop_id" text collate "C" NOT NULL,
	"customer_hash" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"affiliate_id" text collate "C" NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "customer_bindings_shop_id_customer_hash_since_pk" PRIMARY KEY("shop_id","customer_hash","since")
);
--> statement-breakpoint
CREATE TABLE "daily_signals" (
	"shop_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"signal" text NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"credited" integer DEFAULT 0 NOT NULL,
	"missed" integer DEFAULT 0 NOT NULL,
	"moved" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_signals_shop_id_day_signal_pk" PRIMARY KEY("shop_id","day","signal")
);
--> statement-breakpoint
CREATE TABLE "pixel_joins" (
	"shop_id" text collate "C" NOT NULL,
	"event_id" text NOT NULL,
	"checkout_token" text DEFAULT '' NOT NULL,
	"order_id" text DEFAULT '' NOT NULL,
	"click_ids" jsonb NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pixel_joins_shop_id_event_id_pk" PRIMARY KEY("shop_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "product_owners" (
	"shop_id" text collate "C" NOT NULL,
	"product_id" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"affiliate_id" text collate "C" NOT NULL,
	"title" text NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "product_owners_shop_id_product_id_since_pk" PRIMARY KEY("shop_id","product_id","since")
);
--> statement-breakpoint
CREATE TABLE "sweeps" (
	"shop_id" text collate "C" NOT NULL,
	"sweep_id" text collate "C" NOT NULL,
	"cause" text NOT NULL,
	"status" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"looked" integer DEFAULT 0 NOT NULL,
	"missing" integer DEFAULT 0 NOT NULL,
	"stale" integer DEFAULT 0 NOT NULL,
	"found" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "sweeps_shop_id_sweep_id_pk" PRIMARY KEY("shop_id","sweep_id")
);
--> statement-breakpoint
CREATE TABLE "tracking_status" (
	"shop_id" text collate "C" PRIMARY KEY NOT NULL,
	"pixel_id" text,
	"pixel_checked_at" timestamp (3) with time zone,
	"pixel_error" text,
	"pixel_seen_at" timestamp (3) with time zone,
	"embed_seen_at" timestamp (3) with time zone,
	"proxy_seen_at" timestamp (3) with time zone,
	CONSTRAINT "tracking_status_pixel" CHECK ("tracking_status"."pixel_id" is null or "tracking_status"."pixel_id" ~ '^[0-9]+$')
);
--> statement-breakpoint
CREATE TABLE "affiliate_marks" (
	"shop_id" text collate "C" NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "affiliate_marks_shop_id_affiliate_id_kind_hash_pk" PRIMARY KEY("shop_id","affiliate_id","kind","hash")
);
--> statement-breakpoint
CREATE TABLE "flags" (
	"shop_id" text collate "C" NOT NULL,
	"flag_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"evidence" jsonb NOT NULL,
	"score" integer NOT NULL,
	"action" text NOT NULL,
	"status" text NOT NULL,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "flags_shop_id_flag_id_pk" PRIMARY KEY("shop_id","flag_id")
);
--> statement-breakpoint
CREATE TABLE "fraud_rules" (
	"shop_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"action" text NOT NULL,
	"limits" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fraud_rules_shop_id_kind_pk" PRIMARY KEY("shop_id","kind")
);
--> statement-breakpoint
CREATE TABLE "code_batches" (
	"shop_id" text collate "C" NOT NULL,
	"batch_id" text collate "C" NOT NULL,
	"discount_id" text NOT NULL,
	"status" text NOT NULL,
	"codes" jsonb NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "code_batches_shop_id_batch_id_pk" PRIMARY KEY("shop_id","batch_id")
);
--> statement-breakpoint
CREATE TABLE "daily_link_figures" (
	"shop_id" text collate "C" NOT NULL,
	"link_id" text collate "C" NOT NULL,
	"day" text NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_link_figures_shop_id_link_id_day_pk" PRIMARY KEY("shop_id","link_id","day")
);
--> statement-breakpoint
CREATE TABLE "discounts" (
	"shop_id" text collate "C" NOT NULL,
	"discount_id" text NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"details" jsonb NOT NULL,
	"status" text NOT NULL,
	"template" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"notice" text,
	CONSTRAINT "discounts_shop_id_discount_id_pk" PRIMARY KEY("shop_id","discount_id")
);
--> statement-breakpoint
CREATE TABLE "foreign_referrals" (
	"shop_id" text collate "C" NOT NULL,
	"parameter" text NOT NULL,
	"value_key" text NOT NULL,
	"value" text NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "foreign_referrals_shop_id_parameter_value_key_pk" PRIMARY KEY("shop_id","parameter","value_key")
);
--> statement-breakpoint
CREATE TABLE "link_changes" (
	"shop_id" text collate "C" NOT NULL,
	"code_key" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "link_changes_shop_id_code_key_pk" PRIMARY KEY("shop_id","code_key")
);
--> statement-breakpoint
CREATE TABLE "links" (
	"shop_id" text collate "C" NOT NULL,
	"link_id" text collate "C" NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"target" text NOT NULL,
	"sub_id" text DEFAULT '' NOT NULL,
	"utm" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"program_id" text collate "C",
	"discount_code" text,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "links_shop_id_link_id_pk" PRIMARY KEY("shop_id","link_id")
);
--> statement-breakpoint
CREATE TABLE "referral_codes" (
	"shop_id" text collate "C" NOT NULL,
	"code_key" text NOT NULL,
	"code" text NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"link_id" text collate "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone,
	CONSTRAINT "referral_codes_shop_id_code_key_pk" PRIMARY KEY("shop_id","code_key")
);
--> statement-breakpoint
CREATE TABLE "data_requests" (
	"shop_id" text collate "C" NOT NULL,
	"request_id" text NOT NULL,
	"customer_hash" text,
	"sealed_answer" text,
	"orders" integer NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"handed_over_at" timestamp (3) with time zone,
	CONSTRAINT "data_requests_shop_id_request_id_pk" PRIMARY KEY("shop_id","request_id")
);
--> statement-breakpoint
CREATE TABLE "visitor_salts" (
	"shop_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"sealed" text NOT NULL,
	CONSTRAINT "visitor_salts_shop_id_day_pk" PRIMARY KEY("shop_id","day")
);
--> statement-breakpoint
ALTER TABLE "affiliate_codes" DROP CONSTRAINT "affiliate_codes_shop_id_code_key_pk";--> statement-breakpoint
ALTER TABLE "affiliate_codes" ADD CONSTRAINT "affiliate_codes_shop_id_code_key_assigned_at_pk" PRIMARY KEY("shop_id","code_key","assigned_at");--> statement-breakpoint
ALTER TABLE "affiliate_codes" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "affiliate_codes" ADD COLUMN "discount_id" text;--> statement-breakpoint
ALTER TABLE "affiliate_codes" ADD COLUMN "status" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "signals" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "missed_without" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "click_months" integer DEFAULT 13 NOT NULL;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "body_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "pixel_days" integer DEFAULT 90 NOT NULL;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_shop_id_affiliate_id_affiliates_shop_id_affiliate_id_fk" FOREIGN KEY ("shop_id","affiliate_id") REFERENCES "public"."affiliates"("shop_id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_bindings" ADD CONSTRAINT "customer_bindings_shop_id_affiliate_id_affiliates_shop_id_affiliate_id_fk" FOREIGN KEY ("shop_id","affiliate_id") REFERENCES "public"."affiliates"("shop_id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_owners" ADD CONSTRAINT "product_owners_shop_id_affiliate_id_affiliates_shop_id_affiliate_id_fk" FOREIGN KEY ("shop_id","affiliate_id") REFERENCES "public"."affiliates"("shop_id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_marks" ADD CONSTRAINT "affiliate_marks_shop_id_affiliate_id_affiliates_shop_id_affiliate_id_fk" FOREIGN KEY ("shop_id","affiliate_id") REFERENCES "public"."affiliates"("shop_id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flags" ADD CONSTRAINT "flags_shop_id_affiliate_id_affiliates_shop_id_affiliate_id_fk" FOREIGN KEY ("shop_id","affiliate_id") REFERENCES "public"."affiliates"("shop_id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_link_figures" ADD CONSTRAINT "daily_link_figures_shop_id_link_id_links_shop_id_link_id_fk" FOREIGN KEY ("shop_id","link_id") REFERENCES "public"."links"("shop_id","link_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foreign_referrals" ADD CONSTRAINT "foreign_referrals_shop_id_affiliate_id_affiliates_shop_id_affiliate_id_fk" FOREIGN KEY ("shop_id","affiliate_id") REFERENCES "public"."affiliates"("shop_id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_shop_id_affiliate_id_affiliates_shop_id_affiliate_id_fk" FOREIGN KEY ("shop_id","affiliate_id") REFERENCES "public"."affiliates"("shop_id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_shop_id_program_id_programs_shop_id_program_id_fk" FOREIGN KEY ("shop_id","program_id") REFERENCES "public"."programs"("shop_id","program_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_codes" ADD CONSTRAINT "referral_codes_shop_id_affiliate_id_affiliates_shop_id_affiliate_id_fk" FOREIGN KEY ("shop_id","affiliate_id") REFERENCES "public"."affiliates"("shop_id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_codes" ADD CONSTRAINT "referral_codes_shop_id_link_id_links_shop_id_link_id_fk" FOREIGN KEY ("shop_id","link_id") REFERENCES "public"."links"("shop_id","link_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claims_status" ON "claims" USING btree ("shop_id","status","made_at","claim_id");--> statement-breakpoint
CREATE INDEX "claims_affiliate" ON "claims" USING btree ("shop_id","affiliate_id","made_at");--> statement-breakpoint
CREATE INDEX "claims_order" ON "claims" USING btree ("shop_id","order_id");--> statement-breakpoint
CREATE INDEX "customer_bindings_affiliate" ON "customer_bindings" USING btree ("shop_id","affiliate_id","since");--> statement-breakpoint
CREATE INDEX "pixel_joins_order" ON "pixel_joins" USING btree ("shop_id","order_id");--> statement-breakpoint
CREATE INDEX "pixel_joins_checkout" ON "pixel_joins" USING btree ("shop_id","checkout_token");--> statement-breakpoint
CREATE INDEX "pixel_joins_received" ON "pixel_joins" USING btree ("shop_id","received_at");--> statement-breakpoint
CREATE INDEX "product_owners_affiliate" ON "product_owners" USING btree ("shop_id","affiliate_id","since");--> statement-breakpoint
CREATE INDEX "sweeps_newest" ON "sweeps" USING btree ("shop_id","started_at");--> statement-breakpoint
CREATE INDEX "affiliate_marks_hash" ON "affiliate_marks" USING btree ("shop_id","kind","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "flags_subject" ON "flags" USING btree ("shop_id","subject_kind","subject_id","kind");--> statement-breakpoint
CREATE INDEX "flags_status" ON "flags" USING btree ("shop_id","status","raised_at","flag_id");--> statement-breakpoint
CREATE INDEX "flags_newest" ON "flags" USING btree ("shop_id","raised_at","flag_id");--> statement-breakpoint
CREATE INDEX "flags_affiliate" ON "flags" USING btree ("shop_id","affiliate_id","raised_at");--> statement-breakpoint
CREATE INDEX "code_batches_discount" ON "code_batches" USING btree ("shop_id","discount_id","created_at");--> statement-breakpoint
CREATE INDEX "discounts_newest" ON "discounts" USING btree ("shop_id","created_at","discount_id");--> statement-breakpoint
CREATE INDEX "foreign_referrals_affiliate" ON "foreign_referrals" USING btree ("shop_id","affiliate_id");--> statement-breakpoint
CREATE INDEX "link_changes_latest" ON "link_changes" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "links_newest" ON "links" USING btree ("shop_id","created_at","link_id");--> statement-breakpoint
CREATE INDEX "links_affiliate" ON "links" USING btree ("shop_id","affiliate_id","created_at","link_id");--> statement-breakpoint
CREATE INDEX "referral_codes_anywhere" ON "referral_codes" USING btree ("code_key","created_at","affiliate_id");--> statement-breakpoint
CREATE INDEX "referral_codes_affiliate" ON "referral_codes" USING btree ("shop_id","affiliate_id","link_id");--> statement-breakpoint
CREATE INDEX "data_requests_newest" ON "data_requests" USING btree ("shop_id","received_at","request_id");--> statement-breakpoint
CREATE INDEX "data_requests_customer" ON "data_requests" USING btree ("shop_id","customer_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "affiliate_codes_owner" ON "affiliate_codes" USING btree ("shop_id","code_key") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "affiliate_codes_newest" ON "affiliate_codes" USING btree ("shop_id","assigned_at","code_key");--> statement-breakpoint
CREATE INDEX "affiliate_codes_discount" ON "affiliate_codes" USING btree ("shop_id","discount_id");--> statement-breakpoint
ALTER TABLE "shops" ADD CONSTRAINT "shops_click_months" CHECK ("shops"."click_months" between 1 and 121);--> statement-breakpoint
ALTER TABLE "shops" ADD CONSTRAINT "shops_body_days" CHECK ("shops"."body_days" between 1 and 30);--> statement-breakpoint
ALTER TABLE "shops" ADD CONSTRAINT "shops_pixel_days" CHECK ("shops"."pixel_days" between 1 and 365);