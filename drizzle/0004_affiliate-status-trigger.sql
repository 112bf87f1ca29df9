-- M20 asks for the status at an instant: every change of status is written down with the row that makes it.
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
