-- An item that came back before anybody had it stays so too, unless a person finds that the provider paid it after all.
drop trigger payout_items_frozen on "payout_items";
--> statement-breakpoint
create trigger payout_items_frozen before update on "payout_items" for each row
  when ((old.affiliate_id, old.currency, old.amount_minor, old.withheld_minor, old.batch_id, old.method)
    is distinct from (new.affiliate_id, new.currency, new.amount_minor, new.withheld_minor, new.batch_id, new.method)
    or (old.chunk_id is not null and old.chunk_id is distinct from new.chunk_id)
    or (old.status = 'returned' and old.settled_at is not null and old.status is distinct from new.status)
    or (old.status in ('returned', 'failed', 'cancelled') and new.status not in (old.status, 'settled')))
  execute function refuse_another_payout();
