import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "#app/platform/db.server.ts";

const books = "verify.test.ts";
const frozen = "frozen-rows.test.ts";
const periods = "closed-periods.test.ts";
const payouts = "../payouts/verify-payouts.test.ts";
const coverings = "../payouts/verify-coverings.test.ts";
const verifyRequests = "../payouts/verify-requests.test.ts";

/** Tables whose rows follow from others, or from what was frozen with them, and the test that falsifies them. */
const verified: Readonly<Record<string, string>> = {
  ledger_entries: books,
  ledger_balances: books,
  commissions: books,
  decisions: books,
  adjustments: books,
  balance_entries: books,
  imported_balances: "../imports/verify-imports.test.ts",
  file_imports: "../imports/verify-imports.test.ts",
  orders: books,
  daily_figures: books,
  daily_shop_figures: books,
  daily_dimension_figures: books,
  daily_signals: books,
  affiliates: books,
  affiliate_counts: books,
  programs: books,
  program_versions: frozen,
  withdrawn_versions: frozen,
  attribution_versions: frozen,
  closed_balances: periods,
  balance_lines: coverings,
  payout_coverings: coverings,
  payout_payments: payouts,
  payout_sections: payouts,
  payout_requests: verifyRequests,
  payout_skipped: verifyRequests,
  provider_statements: verifyRequests,
  statement_lines: verifyRequests,
};

const heard = "what was seen or heard from outside: nothing here says it a second time";
const chosen = "what a person entered or chose: nothing is reckoned into it";
const evidence =
  "a source of attribution; what followed from it stands, with the evidence, in the order that is verified";
const work = "how far a piece of work is; it states nothing about money";
const access = "who may enter, or what was sent to whom";

/** Why the rows of the others cannot be recomputed. */
const stated: Readonly<Record<string, string>> = {
  shops: heard,
  shop_logos: chosen,
  platform_sessions: access,
  installation_facts: heard,
  staff: access,
  merchant_sessions: access,
  api_keys: access,
  auth_tickets: access,
  email_links: access,
  affiliate_sessions: access,
  idempotent_requests: work,
  deliveries: heard,
  accepted_bodies: heard,
  order_answers: heard,
  email_failures: work,
  audit_events: "the witness itself: decisions are verified against it, and nothing is behind it",
  affiliate_status_periods: "what the status of affiliates is verified against",
  program_status_periods: "what the status of programs is verified against",
  closed_periods: "until when a person closed the books; what they came to is verified",
  ledger_proofs: "what a verification found at its time",
  file_chunks: work,
  file_import_rows: work,
  referral_audits: work,
  referral_audit_rows: work,
  imported_orders: evidence,
  shadow_modes: chosen,
  shadow_commissions: "what orders of the previous app would earn; nothing is posted or counted from it",
  program_members: chosen,
  program_joining: chosen,
  applications: "what applicants wrote and what was decided; what an affiliate earns is verified elsewhere",
  affiliate_tags: chosen,
  affiliate_codes: evidence,
  lifetime_customers: evidence,
  product_assignments: evidence,
  claims: evidence,
  pixel_joins: evidence,
  clicks: "what the days' clicks are verified against, as long as they are kept",
  daily_visitors: "what the days' visitors are verified against, as long as they are kept",
  dimension_values: "which values are counted by themselves; what is counted for them is verified",
  visitor_salts: "by which visitors are told apart on a day",
  links: evidence,
  referral_codes: evidence,
  imported_links: evidence,
  link_changes: work,
  discounts: heard,
  code_batches: work,
  tracking_status: heard,
  daily_vitals: heard,
  sweeps: work,
  backtests: "figures of a draft at its time; nothing is posted by them",
  order_imports: work,
  flags: "a suspicion, or what a person made of it; what followed is a decision",
  fraud_rules: chosen,
  affiliate_marks: heard,
  payouts: "which sections belong together; what these pay is verified",
  payout_details: chosen,
  payout_settings: chosen,
  payout_limits: chosen,
  store_accounts: chosen,
  payout_pauses: chosen,
  paypal_accounts: chosen,
  payout_notices: heard,
  payout_reminders: access,
  data_requests: work,
  report_views: chosen,
  statement_drafts: work,
  statement_layouts: chosen,
  email_templates: chosen,
  emails_turned_off: chosen,
  merchant_notices: access,
  outbox_events: work,
  event_emails: access,
};

it("says of every table how its rows are verified, or why nothing can be recomputed of them", async () => {
  const { rows } = await db().execute<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`);
  expect([...Object.keys(verified), ...Object.keys(stated)].toSorted()).toEqual(rows.map((row) => row.name));
});

it.each(Object.entries(verified))("falsifies rows of %s", (table, test) => {
  const files = test === books ? [test, "falsifications.ts"] : [test];
  const text = files.map((file) => readFileSync(new URL(file, import.meta.url), "utf8")).join("\n");
  expect(text).toContain(`"${table}"`);
});
