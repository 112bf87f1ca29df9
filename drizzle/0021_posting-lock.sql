-- M14: whoever posts holds the shop's posting lock until the transaction ends, shared with all others who post; whoever
-- closes a period holds it alone. The function is volatile, so what it reads is read after the lock was given: a
-- statement that had to wait for a closing sees that closing, though it began before.
create function open_from_under_posting_lock(shop text) returns timestamptz language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('posting ' || shop, 0));
  return (select max(until) from closed_periods where shop_id = shop);
end $$;
--> statement-breakpoint
create trigger closed_balances_append_only before update or delete on "closed_balances"
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger closed_balances_no_truncate before truncate on "closed_balances"
  for each statement execute function refuse_change();
--> statement-breakpoint
-- What a provider said stays as it said it; what is known of it since, and what was done about it, is written beside.
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
