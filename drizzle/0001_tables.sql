CREATE TABLE "affiliate_codes" (
	"shop_id" text collate "C" NOT NULL,
	"code_key" text NOT NULL,
	"code" text NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"assigned_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "affiliate_codes_shop_id_code_key_pk" PRIMARY KEY("shop_id","code_key")
);
--> statement-breakpoint
CREATE TABLE "affiliate_counts" (
	"shop_id" text collate "C" NOT NULL,
	"status" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "affiliate_counts_shop_id_status_pk" PRIMARY KEY("shop_id","status")
);
--> statement-breakpoint
CREATE TABLE "affiliates" (
	"shop_id" text collate "C" NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"status" text NOT NULL,
	"referral_code" text NOT NULL,
	"code_key" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"invited_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(name || ' ' || email || ' ' || referral_code)) STORED NOT NULL,
	CONSTRAINT "affiliates_shop_id_affiliate_id_pk" PRIMARY KEY("shop_id","affiliate_id")
);
--> statement-breakpoint
CREATE TABLE "program_members" (
	"shop_id" text collate "C" NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"program_id" text collate "C" NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"left_at" timestamp (3) with time zone,
	CONSTRAINT "program_members_shop_id_affiliate_id_program_id_pk" PRIMARY KEY("shop_id","affiliate_id","program_id")
);
--> statement-breakpoint
CREATE TABLE "daily_figures" (
	"shop_id" text collate "C" NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"program_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"visitors" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"click_orders" integer DEFAULT 0 NOT NULL,
	"revenue_minor" bigint DEFAULT 0 NOT NULL,
	"commission_minor" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_figures_shop_id_affiliate_id_program_id_day_currency_pk" PRIMARY KEY("shop_id","affiliate_id","program_id","day","currency")
);
--> statement-breakpoint
CREATE TABLE "daily_shop_figures" (
	"shop_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"visitors" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"click_orders" integer DEFAULT 0 NOT NULL,
	"revenue_minor" bigint DEFAULT 0 NOT NULL,
	"commission_minor" bigint DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "daily_shop_figures_shop_id_day_currency_pk" PRIMARY KEY("shop_id","day","currency")
);
--> statement-breakpoint
CREATE TABLE "daily_visitors" (
	"shop_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"visitor_hash" text NOT NULL,
	CONSTRAINT "daily_visitors_shop_id_day_affiliate_id_visitor_hash_pk" PRIMARY KEY("shop_id","day","affiliate_id","visitor_hash")
);
--> statement-breakpoint
CREATE TABLE "affiliate_sessions" (
	"shop_id" text collate "C" NOT NULL,
	"session_id" text collate "C" NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "affiliate_sessions_shop_id_session_id_pk" PRIMARY KEY("shop_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"shop_id" text collate "C" NOT NULL,
	"api_key_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"last_four" text NOT NULL,
	"scope" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_shop_id_api_key_id_pk" PRIMARY KEY("shop_id","api_key_id")
);
--> statement-breakpoint
CREATE TABLE "auth_tickets" (
	"shop_id" text collate "C" NOT NULL,
	"ticket_hash" text NOT NULL,
	"browser_hash" text NOT NULL,
	"staff_id" text collate "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"session_id" text collate "C",
	CONSTRAINT "auth_tickets_shop_id_ticket_hash_pk" PRIMARY KEY("shop_id","ticket_hash")
);
--> statement-breakpoint
CREATE TABLE "idempotent_requests" (
	"shop_id" text collate "C" NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotent_requests_shop_id_key_pk" PRIMARY KEY("shop_id","key")
);
--> statement-breakpoint
CREATE TABLE "mail_links" (
	"shop_id" text collate "C" NOT NULL,
	"mail_link_id" text collate "C" NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "mail_links_shop_id_mail_link_id_pk" PRIMARY KEY("shop_id","mail_link_id")
);
--> statement-breakpoint
CREATE TABLE "merchant_sessions" (
	"shop_id" text collate "C" NOT NULL,
	"session_id" text collate "C" NOT NULL,
	"token_hash" text NOT NULL,
	"staff_id" text collate "C",
	"api_key_id" text collate "C",
	"scope" text DEFAULT 'write' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "merchant_sessions_shop_id_session_id_pk" PRIMARY KEY("shop_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"shop_id" text collate "C" NOT NULL,
	"topic" text NOT NULL,
	"webhook_id" text NOT NULL,
	"event_id" text,
	"api_version" text NOT NULL,
	"triggered_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone NOT NULL,
	"sealed_body" text,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"outcome" text,
	CONSTRAINT "deliveries_shop_id_topic_webhook_id_pk" PRIMARY KEY("shop_id","topic","webhook_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_balances" (
	"shop_id" text collate "C" NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"account" text NOT NULL,
	"currency" text NOT NULL,
	"balance_minor" bigint NOT NULL,
	CONSTRAINT "ledger_balances_shop_id_affiliate_id_account_currency_pk" PRIMARY KEY("shop_id","affiliate_id","account","currency"),
	CONSTRAINT "ledger_balances_not_negative" CHECK ("ledger_balances"."account" not in ('pending', 'in_transit') or "ledger_balances"."balance_minor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_transfers" (
	"shop_id" text collate "C" NOT NULL,
	"transfer_id" text collate "C" NOT NULL,
	"debit_account" text NOT NULL,
	"credit_account" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"code" text NOT NULL,
	"subject" text NOT NULL,
	"affiliate_id" text collate "C",
	"idempotency_key" text NOT NULL,
	"input_hash" text NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transfers_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "ledger_transfers_shop_id_transfer_id_pk" PRIMARY KEY("shop_id","transfer_id"),
	CONSTRAINT "ledger_transfers_positive" CHECK ("ledger_transfers"."amount_minor" > 0),
	CONSTRAINT "ledger_transfers_two_sides" CHECK ("ledger_transfers"."debit_account" <> "ledger_transfers"."credit_account")
);
--> statement-breakpoint
CREATE TABLE "commissions" (
	"shop_id" text collate "C" NOT NULL,
	"commission_id" text collate "C" NOT NULL,
	"order_id" text NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"role" text NOT NULL,
	"program_id" text collate "C" NOT NULL,
	"program_version" integer NOT NULL,
	"currency" text NOT NULL,
	"inputs" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"hold_until" timestamp (3) with time zone NOT NULL,
	"released_at" timestamp (3) with time zone,
	CONSTRAINT "commissions_shop_id_commission_id_pk" PRIMARY KEY("shop_id","commission_id")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"shop_id" text collate "C" NOT NULL,
	"order_id" text NOT NULL,
	"name" text NOT NULL,
	"placed_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"facts" jsonb NOT NULL,
	"facts_hash" text NOT NULL,
	"currency" text NOT NULL,
	"net_minor" bigint NOT NULL,
	"credited" boolean NOT NULL,
	"reason" text NOT NULL,
	"affiliate_id" text collate "C",
	"program_id" text collate "C",
	"program_version" integer,
	"attribution" jsonb NOT NULL,
	"explanation" jsonb NOT NULL,
	"customer_hash" text,
	"counted" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "orders_shop_id_order_id_pk" PRIMARY KEY("shop_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "program_status_periods" (
	"shop_id" text collate "C" NOT NULL,
	"program_id" text collate "C" NOT NULL,
	"ordinal" integer NOT NULL,
	"status" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "program_status_periods_shop_id_program_id_ordinal_pk" PRIMARY KEY("shop_id","program_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "program_versions" (
	"shop_id" text collate "C" NOT NULL,
	"program_id" text collate "C" NOT NULL,
	"version" integer NOT NULL,
	"terms" jsonb NOT NULL,
	"effective_from" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "program_versions_shop_id_program_id_version_pk" PRIMARY KEY("shop_id","program_id","version")
);
--> statement-breakpoint
CREATE TABLE "programs" (
	"shop_id" text collate "C" NOT NULL,
	"program_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "programs_shop_id_program_id_pk" PRIMARY KEY("shop_id","program_id")
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"shop_id" text collate "C" NOT NULL,
	"audit_id" text collate "C" NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"action" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"actor_name" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_events_shop_id_audit_id_pk" PRIMARY KEY("shop_id","audit_id")
);
--> statement-breakpoint
CREATE TABLE "platform_sessions" (
	"session_id" text PRIMARY KEY NOT NULL,
	"shop_domain" text NOT NULL,
	"sealed" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"refreshing_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shops" (
	"shop_id" text collate "C" PRIMARY KEY NOT NULL,
	"domain" text NOT NULL,
	"platform_shop_id" text,
	"store_name" text,
	"storefront_url" text,
	"currency" text DEFAULT 'USD' NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"scopes" text DEFAULT '' NOT NULL,
	"installed_at" timestamp (3) with time zone,
	"uninstalled_at" timestamp (3) with time zone,
	"redacted_at" timestamp (3) with time zone,
	"display_name" text,
	"logo_url" text,
	"contact_email" text,
	"default_attribution_days" integer DEFAULT 30 NOT NULL,
	"default_hold_days" integer DEFAULT 30 NOT NULL,
	"settings_updated_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shops_attribution_days" CHECK ("shops"."default_attribution_days" between 1 and 3650),
	CONSTRAINT "shops_hold_days" CHECK ("shops"."default_hold_days" between 0 and 365)
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"shop_id" text collate "C" NOT NULL,
	"staff_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"account_owner" integer DEFAULT 0 NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_shop_id_staff_id_pk" PRIMARY KEY("shop_id","staff_id")
);
--> statement-breakpoint
ALTER TABLE "affiliate_codes" ADD CONSTRAINT "affiliate_codes_shop_id_affiliate_id_affiliates_shop_id_affiliate_id_fk" FOREIGN KEY ("shop_id","affiliate_id") REFERENCES "public"."affiliates"("shop_id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_members" ADD CONSTRAINT "program_members_shop_id_affiliate_id_affiliates_shop_id_affiliate_id_fk" FOREIGN KEY ("shop_id","affiliate_id") REFERENCES "public"."affiliates"("shop_id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_members" ADD CONSTRAINT "program_members_shop_id_program_id_programs_shop_id_program_id_fk" FOREIGN KEY ("shop_id","program_id") REFERENCES "public"."programs"("shop_id","program_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_shop_id_order_id_orders_shop_id_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_shop_id_affiliate_id_affiliates_shop_id_affiliate_id_fk" FOREIGN KEY ("shop_id","affiliate_id") REFERENCES "public"."affiliates"("shop_id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_shop_id_program_id_program_version_program_versions_shop_id_program_id_version_fk" FOREIGN KEY ("shop_id","program_id","program_version") REFERENCES "public"."program_versions"("shop_id","program_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_status_periods" ADD CONSTRAINT "program_status_periods_shop_id_program_id_programs_shop_id_program_id_fk" FOREIGN KEY ("shop_id","program_id") REFERENCES "public"."programs"("shop_id","program_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_versions" ADD CONSTRAINT "program_versions_shop_id_program_id_programs_shop_id_program_id_fk" FOREIGN KEY ("shop_id","program_id") REFERENCES "public"."programs"("shop_id","program_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "affiliate_codes_affiliate" ON "affiliate_codes" USING btree ("shop_id","affiliate_id");--> statement-breakpoint
CREATE UNIQUE INDEX "affiliates_email" ON "affiliates" USING btree ("shop_id","email_key");--> statement-breakpoint
CREATE UNIQUE INDEX "affiliates_code" ON "affiliates" USING btree ("shop_id","code_key");--> statement-breakpoint
CREATE INDEX "affiliates_newest" ON "affiliates" USING btree ("shop_id","created_at","affiliate_id");--> statement-breakpoint
CREATE INDEX "affiliates_status" ON "affiliates" USING btree ("shop_id","status","created_at","affiliate_id");--> statement-breakpoint
CREATE INDEX "affiliates_name" ON "affiliates" USING btree ("shop_id","name","affiliate_id");--> statement-breakpoint
CREATE INDEX "affiliates_search" ON "affiliates" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "program_members_program" ON "program_members" USING btree ("shop_id","program_id","affiliate_id");--> statement-breakpoint
CREATE INDEX "daily_figures_program" ON "daily_figures" USING btree ("shop_id","program_id","day");--> statement-breakpoint
CREATE INDEX "daily_shop_figures_updated" ON "daily_shop_figures" USING btree ("shop_id","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "affiliate_sessions_token" ON "affiliate_sessions" USING btree ("shop_id","token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("shop_id","key_hash");--> statement-breakpoint
CREATE INDEX "idempotent_requests_age" ON "idempotent_requests" USING btree ("shop_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_links_token" ON "mail_links" USING btree ("shop_id","token_hash");--> statement-breakpoint
CREATE INDEX "mail_links_affiliate" ON "mail_links" USING btree ("shop_id","affiliate_id");--> statement-breakpoint
CREATE UNIQUE INDEX "merchant_sessions_token" ON "merchant_sessions" USING btree ("shop_id","token_hash");--> statement-breakpoint
CREATE INDEX "merchant_sessions_api_key" ON "merchant_sessions" USING btree ("shop_id","api_key_id");--> statement-breakpoint
CREATE INDEX "deliveries_waiting" ON "deliveries" USING btree ("next_attempt_at","shop_id","topic","webhook_id") WHERE "deliveries"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "deliveries_received" ON "deliveries" USING btree ("shop_id","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transfers_key" ON "ledger_transfers" USING btree ("shop_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "ledger_transfers_subject" ON "ledger_transfers" USING btree ("shop_id","subject","sequence");--> statement-breakpoint
CREATE INDEX "ledger_transfers_affiliate" ON "ledger_transfers" USING btree ("shop_id","affiliate_id","sequence");--> statement-breakpoint
CREATE INDEX "ledger_transfers_sequence" ON "ledger_transfers" USING btree ("shop_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "commissions_order" ON "commissions" USING btree ("shop_id","order_id","affiliate_id","role");--> statement-breakpoint
CREATE INDEX "commissions_affiliate" ON "commissions" USING btree ("shop_id","affiliate_id","created_at","commission_id");--> statement-breakpoint
CREATE INDEX "commissions_newest" ON "commissions" USING btree ("shop_id","created_at","commission_id");--> statement-breakpoint
CREATE INDEX "commissions_release" ON "commissions" USING btree ("shop_id","released_at","hold_until");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("shop_id","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_credited" ON "orders" USING btree ("shop_id","credited","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_affiliate" ON "orders" USING btree ("shop_id","affiliate_id","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_name" ON "orders" USING btree ("shop_id","name");--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("shop_id","customer_hash");--> statement-breakpoint
CREATE INDEX "programs_newest" ON "programs" USING btree ("shop_id","created_at","program_id");--> statement-breakpoint
CREATE INDEX "audit_events_subject" ON "audit_events" USING btree ("shop_id","subject_kind","subject_id","audit_id");--> statement-breakpoint
CREATE INDEX "platform_sessions_domain" ON "platform_sessions" USING btree ("shop_domain");--> statement-breakpoint
CREATE UNIQUE INDEX "shops_domain" ON "shops" USING btree ("domain");