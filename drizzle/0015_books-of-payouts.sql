CREATE TABLE "closed_balances" (
	"shop_id" text collate "C" NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"currency" text NOT NULL,
	"account" text NOT NULL,
	"balance_minor" bigint NOT NULL,
	CONSTRAINT "closed_balances_shop_id_until_currency_account_pk" PRIMARY KEY("shop_id","until","currency","account")
);
--> statement-breakpoint
CREATE TABLE "provider_statements" (
	"shop_id" text collate "C" NOT NULL,
	"statement_id" text collate "C" NOT NULL,
	"provider" text NOT NULL,
	"source" text NOT NULL,
	"file_name" text DEFAULT '' NOT NULL,
	"content_hash" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"line_count" integer NOT NULL,
	"matched_up_to" integer DEFAULT 0 NOT NULL,
	"created_by" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_statements_shop_id_statement_id_pk" PRIMARY KEY("shop_id","statement_id")
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"shop_id" text collate "C" NOT NULL,
	"statement_id" text collate "C" NOT NULL,
	"number" integer NOT NULL,
	"sender_item_id" text DEFAULT '' NOT NULL,
	"provider_item_id" text DEFAULT '' NOT NULL,
	"provider_transaction_id" text DEFAULT '' NOT NULL,
	"amount_minor" bigint NOT NULL,
	"fee_minor" bigint,
	"currency" text NOT NULL,
	"at" timestamp (3) with time zone,
	"provider_status" text DEFAULT '' NOT NULL,
	"outcome" text NOT NULL,
	"receiver" text DEFAULT '' NOT NULL,
	"match" text NOT NULL,
	"item_id" text collate "C",
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" jsonb,
	"resolution" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "statement_lines_shop_id_statement_id_number_pk" PRIMARY KEY("shop_id","statement_id","number")
);
--> statement-breakpoint
ALTER TABLE "closed_balances" ADD CONSTRAINT "closed_balances_shop_id_until_closed_periods_shop_id_until_fk" FOREIGN KEY ("shop_id","until") REFERENCES "public"."closed_periods"("shop_id","until") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_shop_id_statement_id_provider_statements_shop_id_statement_id_fk" FOREIGN KEY ("shop_id","statement_id") REFERENCES "public"."provider_statements"("shop_id","statement_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_statements_content" ON "provider_statements" USING btree ("shop_id","content_hash");--> statement-breakpoint
CREATE INDEX "provider_statements_newest" ON "provider_statements" USING btree ("shop_id","created_at","statement_id");--> statement-breakpoint
CREATE INDEX "statement_lines_match" ON "statement_lines" USING btree ("shop_id","statement_id","match","number");--> statement-breakpoint
CREATE INDEX "statement_lines_item" ON "statement_lines" USING btree ("shop_id","item_id") WHERE item_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_balances_amount" ON "ledger_balances" USING btree ("shop_id","account","currency","balance_minor","affiliate_id") WHERE account in ('payable', 'in_transit') and balance_minor <> 0;--> statement-breakpoint
CREATE INDEX "ledger_transfers_recorded" ON "ledger_transfers" USING btree ("shop_id","recorded_at");--> statement-breakpoint
CREATE INDEX "payout_items_provider_item" ON "payout_items" USING btree ("shop_id","provider_item_id") WHERE provider_item_id <> '';--> statement-breakpoint
CREATE INDEX "payout_items_provider_transaction" ON "payout_items" USING btree ("shop_id","provider_transaction_id") WHERE provider_transaction_id <> '';