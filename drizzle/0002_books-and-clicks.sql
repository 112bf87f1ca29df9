-- What is written once and never changed: the books, the terms, the audit trail.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger ledger_transfers_append_only before update or delete on "ledger_transfers"
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger ledger_transfers_no_truncate before truncate on "ledger_transfers"
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger program_versions_append_only before update or delete on "program_versions"
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger program_versions_no_truncate before truncate on "program_versions"
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger audit_events_append_only before update or delete on "audit_events"
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger audit_events_no_truncate before truncate on "audit_events"
  for each statement execute function refuse_change();
--> statement-breakpoint
-- Clicks, a partition per month. The default partition takes what no month was made for, so no click is refused.
create table "clicks" (
  "shop_id" text collate "C" not null,
  "click_id" text collate "C" not null,
  "occurred_at" timestamp (3) with time zone not null,
  "affiliate_id" text collate "C" not null,
  "target" text not null,
  "referrer_host" text not null default '',
  "sub_id" text not null default '',
  "bot" boolean not null default false,
  primary key ("shop_id", "click_id", "occurred_at")
) partition by range ("occurred_at");
--> statement-breakpoint
create table "clicks_default" partition of "clicks" default;
--> statement-breakpoint
create index "clicks_affiliate" on "clicks" ("shop_id", "affiliate_id", "occurred_at");
