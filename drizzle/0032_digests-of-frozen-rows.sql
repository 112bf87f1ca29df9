ALTER TABLE "attribution_versions" ADD COLUMN "digest" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "program_versions" ADD COLUMN "digest" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Instants as seconds since 1970, so that the digest does not hang on the time zone of who asks.
create function digest_of(variadic said jsonb[]) returns text language sql stable as $$
  select encode(sha256(convert_to(to_jsonb(said)::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
create function digest_of_terms(row_of program_versions) returns text language sql stable as $$
  select digest_of(to_jsonb(row_of.shop_id), to_jsonb(row_of.program_id), to_jsonb(row_of.version),
    to_jsonb(row_of.affiliate_id), row_of.terms, to_jsonb(extract(epoch from row_of.effective_from)),
    to_jsonb(row_of.created_by))
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
-- What was frozen before is told apart from now on; the triggers that refuse every change would refuse this one too.
alter table program_versions disable trigger program_versions_append_only;
--> statement-breakpoint
update program_versions v set digest = digest_of_terms(v);
--> statement-breakpoint
alter table program_versions enable trigger program_versions_append_only;
--> statement-breakpoint
alter table attribution_versions disable trigger attribution_versions_append_only;
--> statement-breakpoint
update attribution_versions v set digest = digest_of_rules(v);
--> statement-breakpoint
alter table attribution_versions enable trigger attribution_versions_append_only;
