-- Details are never another account afterwards: a change is a new row, and what was confirmed stays confirmed. An
-- account may only be forgotten, as a whole.
create function refuse_other_details() returns trigger language plpgsql as $$
begin
  raise exception 'Payout details are frozen: % refused', tg_op using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger payout_details_frozen before update on "payout_details" for each row
  when ((old.affiliate_id, old.method, old.created_at) is distinct from (new.affiliate_id, new.method, new.created_at)
    or (old.sealed is distinct from new.sealed and new.sealed <> '')
    or (old.masked is distinct from new.masked and (new.masked <> '' or new.sealed <> ''))
    or (old.confirmed_at is not null and old.confirmed_at is distinct from new.confirmed_at)
    or (old.effective_at is not null and old.effective_at is distinct from new.effective_at)
    or ((new.confirmed_at is null) <> (new.effective_at is null)))
  execute function refuse_other_details();
--> statement-breakpoint
create trigger payout_details_stay before delete on "payout_details"
  for each row execute function refuse_other_details();
