-- Clicks are partitioned, which the generator knows no words for.
alter table "clicks"
  add column "link_id" text collate "C" not null default '',
  add column "source" text not null default 'link',
  add column "ad_click" text not null default '',
  add column "visitor_hash" text not null default '';
--> statement-breakpoint
insert into referral_codes (shop_id, code_key, code, affiliate_id, created_at)
  select shop_id, code_key, referral_code, affiliate_id, created_at from affiliates;
--> statement-breakpoint
-- An affiliate's code, and each one it had before, leads to the affiliate; no road to a new code can forget it.
create function keep_referral_code() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update referral_codes set replaced_at = new.updated_at
      where shop_id = new.shop_id and code_key = old.code_key and code_key <> new.code_key;
  end if;
  insert into referral_codes as kept (shop_id, code_key, code, affiliate_id, created_at)
    values (new.shop_id, new.code_key, new.referral_code, new.affiliate_id, new.updated_at)
    on conflict (shop_id, code_key) do update set code = excluded.code, replaced_at = null
      where kept.affiliate_id = excluded.affiliate_id and kept.link_id is null;
  if not found then
    raise unique_violation using message = 'This code is taken', constraint = 'affiliates_code';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger affiliates_referral_code_new after insert on affiliates
  for each row execute function keep_referral_code();
--> statement-breakpoint
create trigger affiliates_referral_code after update of referral_code on affiliates
  for each row when (old.referral_code is distinct from new.referral_code) execute function keep_referral_code();
--> statement-breakpoint
-- What a click needs to know of a code has changed. New codes need no word: nobody remembers them yet.
create function note_link_change() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'referral_codes' then
    insert into link_changes (shop_id, code_key, changed_at)
      values (old.shop_id, old.code_key, clock_timestamp())
      on conflict (shop_id, code_key) do update set changed_at = excluded.changed_at;
  elsif tg_table_name = 'shops' then
    insert into link_changes (shop_id, code_key, changed_at) values (old.shop_id, '', clock_timestamp())
      on conflict (shop_id, code_key) do update set changed_at = excluded.changed_at;
  elsif tg_table_name = 'links' then
    insert into link_changes (shop_id, code_key, changed_at)
      select shop_id, code_key, clock_timestamp() from referral_codes
        where shop_id = old.shop_id and affiliate_id = old.affiliate_id and link_id = old.link_id
        order by code_key
      on conflict (shop_id, code_key) do update set changed_at = excluded.changed_at;
  else
    insert into link_changes (shop_id, code_key, changed_at)
      select shop_id, code_key, clock_timestamp() from referral_codes
        where shop_id = old.shop_id and affiliate_id = old.affiliate_id
        order by code_key
      on conflict (shop_id, code_key) do update set changed_at = excluded.changed_at;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger referral_codes_noted after update or delete on referral_codes
  for each row execute function note_link_change();
--> statement-breakpoint
create trigger links_noted after update on links
  for each row execute function note_link_change();
--> statement-breakpoint
create trigger affiliates_status_noted after update of status on affiliates
  for each row when (old.status is distinct from new.status) execute function note_link_change();
--> statement-breakpoint
create trigger shops_noted after update of storefront_url, uninstalled_at, currency, time_zone, domain on shops
  for each row when (
    (old.storefront_url, old.uninstalled_at, old.currency, old.time_zone, old.domain)
    is distinct from (new.storefront_url, new.uninstalled_at, new.currency, new.time_zone, new.domain)
  ) execute function note_link_change();
--> statement-breakpoint
create trigger attribution_versions_append_only before update or delete on attribution_versions
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger attribution_versions_no_truncate before truncate on attribution_versions
  for each statement execute function refuse_change();
