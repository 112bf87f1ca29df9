-- Written by hand: objects that drizzle-kit cannot generate.

-- Clicks of a month without a partition go here, so no click is rejected.
create table "clicks_default" partition of "clicks" default;
--> statement-breakpoint
-- Rows of the ledger, closed periods, terms, decisions and the audit trail are never changed or removed.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger ledger_entries_append_only before update or delete on "ledger_entries"
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger ledger_entries_no_truncate before truncate on "ledger_entries"
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger closed_periods_append_only before update or delete on "closed_periods"
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger closed_periods_no_truncate before truncate on "closed_periods"
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger closed_balances_append_only before update or delete on "closed_balances"
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger closed_balances_no_truncate before truncate on "closed_balances"
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger program_versions_append_only before update or delete on "program_versions"
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger program_versions_no_truncate before truncate on "program_versions"
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger withdrawn_versions_append_only before update or delete on "withdrawn_versions"
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger withdrawn_versions_no_truncate before truncate on "withdrawn_versions"
  for each statement execute function refuse_change();
--> statement-breakpoint
-- M4: an order may already have been judged by a version that has started.
create function refuse_late_withdrawal() returns trigger language plpgsql as $$
begin
  if exists (select 1 from program_versions v where v.shop_id = new.shop_id and v.program_id = new.program_id
      and v.version = new.version and v.effective_from <= new.withdrawn_at) then
    raise exception 'version % of program % has started', new.version, new.program_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger withdrawn_versions_in_time before insert on "withdrawn_versions"
  for each row execute function refuse_late_withdrawal();
--> statement-breakpoint
create trigger attribution_versions_append_only before update or delete on attribution_versions
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger attribution_versions_no_truncate before truncate on attribution_versions
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger decisions_append_only before update or delete on "decisions"
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger decisions_no_truncate before truncate on "decisions"
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger adjustments_append_only before update or delete on "adjustments"
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger adjustments_no_truncate before truncate on "adjustments"
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger balance_entries_append_only before update or delete on "balance_entries"
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger balance_entries_no_truncate before truncate on "balance_entries"
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger audit_events_append_only before update or delete on "audit_events"
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger audit_events_no_truncate before truncate on "audit_events"
  for each statement execute function refuse_change();
--> statement-breakpoint
-- The digest of a version shows a change that went around the trigger above. Instants are seconds since 1970: the
-- digest must not depend on the time zone of the session.
create function digest_of(variadic said jsonb[]) returns text language sql stable as $$
  select encode(sha256(convert_to(to_jsonb(said)::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
create function digest_of_terms(row_of program_versions) returns text language sql stable as $$
  select digest_of(to_jsonb(row_of.shop_id), to_jsonb(row_of.program_id), to_jsonb(row_of.version),
    to_jsonb(row_of.affiliate_id), row_of.terms, to_jsonb(extract(epoch from row_of.effective_from)),
    to_jsonb(extract(epoch from row_of.created_at)), to_jsonb(row_of.created_by))
$$;
--> statement-breakpoint
create function digest_of_rules(row_of attribution_versions) returns text language sql stable as $$
  select digest_of(to_jsonb(row_of.shop_id), to_jsonb(row_of.version), row_of.rules,
    to_jsonb(extract(epoch from row_of.effective_from)), to_jsonb(row_of.created_by))
$$;
--> statement-breakpoint
create function keep_digest_of_terms() returns trigger language plpgsql as $$
begin
  new.digest := digest_of_terms(new);
  return new;
end $$;
--> statement-breakpoint
create function keep_digest_of_rules() returns trigger language plpgsql as $$
begin
  new.digest := digest_of_rules(new);
  return new;
end $$;
--> statement-breakpoint
create trigger program_versions_digest before insert on program_versions
  for each row execute function keep_digest_of_terms();
--> statement-breakpoint
create trigger attribution_versions_digest before insert on attribution_versions
  for each row execute function keep_digest_of_rules();
--> statement-breakpoint
-- M14: a posting transaction holds the shop's posting lock in shared mode until it ends, and closing a period takes it
-- exclusively. The function is volatile so that it reads after the lock is granted: a statement that waited for a
-- closing sees that closing, although the statement began earlier.
create function open_from_under_posting_lock(shop text) returns timestamptz language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('posting ' || shop, 0));
  return (select max(until) from closed_periods where shop_id = shop);
end $$;
--> statement-breakpoint
-- Orders that another affiliate system gave a commission for, among some orders with their names and times. An import
-- holds the lock exclusively while it adds some. The function is volatile so that it reads after the lock is granted:
-- an order that is settled meanwhile is either seen by the import or sees it. The day in the file has no time zone, so
-- three days around it count; without one, orders from before the import do.
create function imported_orders_among(shop text, ids text[], names text[], placed timestamptz[])
  returns table (order_id text) language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('imported orders ' || shop, 0));
  return query select distinct given.id
    from unnest(ids, names, placed) as given (id, name, placed_at)
      join imported_orders o on o.shop_id = shop
        and (o.order_key = given.id or o.order_key = lower(ltrim(given.name, '#')))
    where given.placed_at < o.imported_at and (o.day is null
      or given.placed_at between o.day - interval '3 days' and o.day + interval '4 days');
end $$;
--> statement-breakpoint
-- M20 needs the status at any instant: each change of status is recorded in the transaction that makes it.
create function keep_affiliate_status() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.status = old.status then
    return null;
  end if;
  insert into affiliate_status_periods (shop_id, affiliate_id, ordinal, status, since)
    select new.shop_id, new.affiliate_id, coalesce(max(ordinal), 0) + 1, new.status, new.updated_at
    from affiliate_status_periods
    where shop_id = new.shop_id and affiliate_id = new.affiliate_id;
  return null;
end $$;
--> statement-breakpoint
create trigger affiliates_keep_status after insert or update of status on "affiliates"
  for each row execute function keep_affiliate_status();
--> statement-breakpoint
-- An affiliate's current and earlier codes all lead to the affiliate, however a code is changed.
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
-- Processes that cache codes for clicks read the changes. A new code is in no cache and needs no entry.
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
-- The amount, affiliate and content of a planned payment or sent file never change. A rotation of APP_SECRET seals the
-- same content anew, and says so by the setting affiliate.resealing. A returned, failed or canceled
-- payment stays so, unless a person finds that the provider paid it after all.
create function refuse_another_payout() returns trigger language plpgsql as $$
begin
  raise exception 'A payout is frozen: % of % refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger payout_payments_frozen before update on "payout_payments" for each row
  when ((old.affiliate_id, old.currency, old.amount_minor, old.withheld_minor, old.section_id, old.method)
    is distinct from (new.affiliate_id, new.currency, new.amount_minor, new.withheld_minor, new.section_id, new.method)
    or (old.request_id is not null and old.request_id is distinct from new.request_id)
    or (old.status = 'returned' and old.settled_at is not null and old.status is distinct from new.status)
    or (old.status in ('returned', 'failed', 'canceled') and new.status not in (old.status, 'paid')))
  execute function refuse_another_payout();
--> statement-breakpoint
create trigger payout_payments_stay before delete on "payout_payments"
  for each row execute function refuse_another_payout();
--> statement-breakpoint
create trigger payout_coverings_frozen before update on "payout_coverings" for each row
  when ((old.shop_id, old.payment_id, old.line_id, old.amount_minor, old.at)
    is distinct from (new.shop_id, new.payment_id, new.line_id, new.amount_minor, new.at))
  execute function refuse_another_payout();
--> statement-breakpoint
create trigger payout_coverings_stay before delete on "payout_coverings"
  for each row execute function refuse_another_payout();
--> statement-breakpoint
create trigger payout_requests_frozen before update on "payout_requests" for each row
  when ((old.content_hash, old.payment_count, old.total_minor, old.section_id)
    is distinct from (new.content_hash, new.payment_count, new.total_minor, new.section_id)
    or (old.account_id is not null and old.account_id is distinct from new.account_id)
    or (old.file_hash <> '' and old.file_hash is distinct from new.file_hash)
    or ((old.sealed_content is distinct from new.sealed_content
        or (old.sealed_file <> '' and old.sealed_file is distinct from new.sealed_file))
      and current_setting('affiliate.resealing', true) is distinct from 'on'))
  execute function refuse_another_payout();
--> statement-breakpoint
create trigger payout_requests_stay before delete on "payout_requests"
  for each row execute function refuse_another_payout();
--> statement-breakpoint
-- Payments name the PayPal account that sent them, so its row stays and never becomes another account.
create trigger paypal_accounts_frozen before update on "paypal_accounts" for each row
  when ((old.source, old.environment, old.client_id) is distinct from (new.source, new.environment, new.client_id))
  execute function refuse_another_payout();
--> statement-breakpoint
create trigger paypal_accounts_stay before delete on "paypal_accounts"
  for each row execute function refuse_another_payout();
--> statement-breakpoint
-- Payout details never become another account: a change is a new row, and a confirmation stays. They may start earlier,
-- but not before their confirmation. An account can only be erased as a whole.
create function refuse_other_details() returns trigger language plpgsql as $$
begin
  raise exception 'Payout details are frozen: % refused', tg_op using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger payout_details_frozen before update on "payout_details" for each row
  when ((old.affiliate_id, old.method, old.created_at) is distinct from (new.affiliate_id, new.method, new.created_at)
    or (old.sealed is distinct from new.sealed and new.sealed <> ''
      and (old.sealed = '' or current_setting('affiliate.resealing', true) is distinct from 'on'))
    or (old.masked is distinct from new.masked and (new.masked <> '' or new.sealed <> ''))
    or (old.contact_email is distinct from new.contact_email and new.contact_email <> '')
    or (old.confirmed_at is not null and old.confirmed_at is distinct from new.confirmed_at)
    or (old.effective_at is not null
      and (new.effective_at > old.effective_at or new.effective_at < old.confirmed_at))
    or ((new.confirmed_at is null) <> (new.effective_at is null)))
  execute function refuse_other_details();
--> statement-breakpoint
create trigger payout_details_stay before delete on "payout_details"
  for each row execute function refuse_other_details();
--> statement-breakpoint
-- A provider's statement stays as received. Matches and resolutions are kept in other columns.
create function refuse_another_statement() returns trigger language plpgsql as $$
begin
  raise exception 'A provider''s statement stays: % of % refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger statement_lines_stay before delete on "statement_lines"
  for each row execute function refuse_another_statement();
--> statement-breakpoint
create trigger statement_lines_frozen before update on "statement_lines" for each row
  when ((old.number, old.sender_item_id, old.provider_item_id, old.provider_transaction_id, old.amount_minor,
      old.fee_minor, old.currency, old.at, old.provider_status, old.outcome, old.receiver)
    is distinct from (new.number, new.sender_item_id, new.provider_item_id, new.provider_transaction_id,
      new.amount_minor, new.fee_minor, new.currency, new.at, new.provider_status, new.outcome, new.receiver))
  execute function refuse_another_statement();
--> statement-breakpoint
create trigger provider_statements_stay before delete on "provider_statements"
  for each row execute function refuse_another_statement();
