CREATE TABLE "backtests" (
	"shop_id" text collate "C" NOT NULL,
	"backtest_id" text collate "C" NOT NULL,
	"program_id" text collate "C" NOT NULL,
	"terms" jsonb NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"scope" text NOT NULL,
	"status" text NOT NULL,
	"orders_done" integer DEFAULT 0 NOT NULL,
	"orders_total" integer DEFAULT 0 NOT NULL,
	"result" jsonb,
	"error" text DEFAULT '' NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "backtests_shop_id_backtest_id_pk" PRIMARY KEY("shop_id","backtest_id")
);
--> statement-breakpoint
CREATE TABLE "order_imports" (
	"shop_id" text collate "C" NOT NULL,
	"import_id" text collate "C" NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"status" text NOT NULL,
	"operation_id" text,
	"orders_done" integer DEFAULT 0 NOT NULL,
	"orders_total" integer DEFAULT 0 NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "order_imports_shop_id_import_id_pk" PRIMARY KEY("shop_id","import_id")
);
--> statement-breakpoint
CREATE TABLE "adjustments" (
	"shop_id" text collate "C" NOT NULL,
	"adjustment_id" text collate "C" NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"commission_id" text collate "C",
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"note" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "adjustments_shop_id_adjustment_id_pk" PRIMARY KEY("shop_id","adjustment_id"),
	CONSTRAINT "adjustments_not_zero" CHECK ("adjustments"."amount_minor" <> 0)
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"shop_id" text collate "C" NOT NULL,
	"decision_id" text collate "C" NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"kind" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "decisions_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "decisions_shop_id_decision_id_pk" PRIMARY KEY("shop_id","decision_id")
);
--> statement-breakpoint
DROP INDEX "orders_customer";--> statement-breakpoint
ALTER TABLE "commissions" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "commissions" ALTER COLUMN "hold_until" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "program_versions" ALTER COLUMN "terms" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_figures" ADD COLUMN "kept_orders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_figures" ADD COLUMN "earned_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_shop_figures" ADD COLUMN "kept_orders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_shop_figures" ADD COLUMN "earned_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "commissions" ADD COLUMN "kind" text DEFAULT 'order' NOT NULL;--> statement-breakpoint
ALTER TABLE "commissions" ADD COLUMN "bonus_key" text;--> statement-breakpoint
ALTER TABLE "commissions" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "commissions" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "program_versions" ADD COLUMN "affiliate_id" text collate "C";--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_shop_id_affiliate_id_affiliates_shop_id_affiliate_id_fk" FOREIGN KEY ("shop_id","affiliate_id") REFERENCES "public"."affiliates"("shop_id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_shop_id_commission_id_commissions_shop_id_commission_id_fk" FOREIGN KEY ("shop_id","commission_id") REFERENCES "public"."commissions"("shop_id","commission_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "backtests_program" ON "backtests" USING btree ("shop_id","program_id","created_at");--> statement-breakpoint
CREATE INDEX "order_imports_newest" ON "order_imports" USING btree ("shop_id","created_at");--> statement-breakpoint
CREATE INDEX "adjustments_commission" ON "adjustments" USING btree ("shop_id","commission_id","adjustment_id");--> statement-breakpoint
CREATE INDEX "adjustments_affiliate" ON "adjustments" USING btree ("shop_id","affiliate_id","adjustment_id");--> statement-breakpoint
CREATE INDEX "decisions_subject" ON "decisions" USING btree ("shop_id","subject_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "commissions_bonus" ON "commissions" USING btree ("shop_id","affiliate_id","bonus_key");--> statement-breakpoint
CREATE INDEX "program_versions_of" ON "program_versions" USING btree ("shop_id","program_id","affiliate_id","version");--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("shop_id","customer_hash","placed_at");--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "explanation";