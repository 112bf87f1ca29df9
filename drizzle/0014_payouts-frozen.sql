-- What was planned and what was handed to a provider is never another amount, affiliate or content afterwards.
create function refuse_another_payout() returns trigger language plpgsql as $$
begin
  raise exception 'A payout is frozen: % of % refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger payout_items_frozen before update on "payout_items" for each row
  when ((old.affiliate_id, old.currency, old.amount_minor, old.withheld_minor, old.batch_id, old.method)
    is distinct from (new.affiliate_id, new.currency, new.amount_minor, new.withheld_minor, new.batch_id, new.method)
    or (old.chunk_id is not null and old.chunk_id is distinct from new.chunk_id)
    or (old.status in ('returned', 'failed', 'cancelled') and old.status is distinct from new.status))
  execute function refuse_another_payout();
--> statement-breakpoint
create trigger payout_items_stay before delete on "payout_items"
  for each row execute function refuse_another_payout();
--> statement-breakpoint
create trigger payout_chunks_frozen before update on "payout_chunks" for each row
  when ((old.sealed_content, old.content_hash, old.item_count, old.total_minor, old.batch_id)
    is distinct from (new.sealed_content, new.content_hash, new.item_count, new.total_minor, new.batch_id))
  execute function refuse_another_payout();
--> statement-breakpoint
create trigger payout_chunks_stay before delete on "payout_chunks"
  for each row execute function refuse_another_payout();
--> statement-breakpoint
create trigger closed_periods_append_only before update or delete on "closed_periods"
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger closed_periods_no_truncate before truncate on "closed_periods"
  for each statement execute function refuse_change();
