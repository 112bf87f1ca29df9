-- What people decided and what they gave or took is written once, like the books.
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
