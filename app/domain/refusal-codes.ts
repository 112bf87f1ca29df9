import type { CodeReasons } from "./codes/code-reasons.ts";
import type { EmailNeed } from "./emails/kinds.ts";
import type { FileReasons } from "./file-reasons.ts";
import type { ImportReasons } from "./imports/import-reasons.ts";
import type { ShadowReasons } from "./shadow/shadow-reasons.ts";
import type { PaymentReasons } from "./payouts/payment-reasons.ts";
import type { SlowRead } from "./slow-read.ts";
import type { StatementReasons } from "./statements/row-reasons.ts";

/** Values are JSON: a reason is stored in columns and carried by validators as text. */
type Day = { readonly day: string };
type Instant = { readonly at: string };
/** An amount in major units, as the API writes it. */
export type MoneyText = { readonly amount: string; readonly currencyCode: string };
/** A fraud rule, by its kind. */
type NamedRule = { readonly fraudRule: string };
export type ReasonValue = string | number | Day | Instant | MoneyText | NamedRule;

/** Inputs of affiliates that can be missing ("Enter your IBAN."). */
type OwnMissing =
  | "account_number"
  | "bank_code"
  | "currency"
  | "discount_code"
  | "email"
  | "holder"
  | "iban"
  | "name"
  | "order"
  | "page"
  | "paypal_email"
  | "routing_number"
  | "sort_code"
  | "store";

/** Inputs of affiliates that can be wrong. */
type OwnInvalid =
  | "bank_code"
  | "bic"
  | "country"
  | "currency"
  | "email"
  | "iban"
  | "iban_start"
  | "letters"
  | "order"
  | "other_account"
  | "page"
  | "routing_number"
  | "routing_number_digits"
  | "slug"
  | "sort_code"
  | "store"
  | "uk_account"
  | "us_account";

/** Choices of affiliates that can be missing. */
type OwnChoice = "account_type" | "bank_country" | "option" | "payout_method";

/**
 * Reasons for affiliates and applicants, by code. Merchants and the API can get them, too. A reason with `what` has
 * one text for each of its cases.
 */
export type AffiliateReasons = {
  already_claimed: object;
  bad_characters: object;
  choice_missing: { readonly what: OwnChoice };
  changed_meanwhile: { readonly what: "affiliate" | "link" };
  claims_inactive: object;
  country_has_iban: object;
  country_has_own_form: object;
  customer_check_failed: object;
  customer_unknown: { readonly email: string };
  details_not_waiting: object;
  details_unchanged: object;
  details_withdrawn: object;
  email_taken: object;
  email_unchanged: object;
  iban_country: { readonly country: string };
  iban_length: { readonly country: string; readonly length: number; readonly given: number };
  invitation_withdrawn: object;
  link_expired: object;
  link_incomplete: object;
  link_used: object;
  links_inactive: object;
  method_not_offered: { readonly method: string };
  no_email_server: object;
  not_found: { readonly what: "affiliate" | "code" | "link" | "order" | "payout" | "program" };
  not_valid: object;
  one_line: object;
  page_elsewhere: object;
  program_closed: object;
  referral_code_taken: object;
  required: object;
  slug_taken: { readonly free: string };
  too_long: { readonly most: number };
  too_many_claims: { readonly count: number };
  too_many_emails: object;
  too_many_links: { readonly count: number };
  too_many_requests: object;
  too_short: { readonly least: number };
  value_invalid: { readonly what: OwnInvalid };
  value_missing: { readonly what: OwnMissing };
};

/** Objects that a request can name although they don't exist. */
export type UnknownObject =
  | AffiliateReasons["not_found"]["what"]
  | "api_key"
  | "application"
  | "audit"
  | "backtest"
  | "bank_file"
  | "claim"
  | "code_batch"
  | "commission"
  | "data_request"
  | "delivery"
  | "discount"
  | "email"
  | "event"
  | "failed_email"
  | "flag"
  | "file_import"
  | "fraud_rule"
  | "imported_link"
  | "lifetime_customer"
  | "member"
  | "own_terms"
  | "payment"
  | "payout_file"
  | "payout_section"
  | "product"
  | "product_assignment"
  | "report"
  | "report_view"
  | "shop"
  | "statement"
  | "statement_line"
  | "upload"
  | "waiting_terms";

type Missing =
  | OwnMissing
  | "affiliate"
  | "amount"
  | "api_key"
  | "choices"
  | "client_id"
  | "client_secret"
  | "conditions"
  | "customer_email"
  | "days"
  | "decline_reason"
  | "file"
  | "items"
  | "lines"
  | "months"
  | "note"
  | "number"
  | "orders"
  | "parameter"
  | "pasted_lines"
  | "percentage"
  | "quantity"
  | "question"
  | "reason"
  | "referral_code"
  | "rule_name"
  | "shop_domain"
  | "subject"
  | "tag"
  | "template"
  | "text"
  | "tier"
  | "uses"
  | "value";

type Invalid =
  | OwnInvalid
  | "amount"
  | "client_credential"
  | "colon"
  | "country_code"
  | "currency_code"
  | "day"
  | "day_range"
  | "digits"
  | "discount_code"
  | "domain"
  | "https"
  | "id"
  | "imported_value"
  | "instant"
  | "json"
  | "key"
  | "list_address"
  | "month"
  | "numbers"
  | "parameter"
  | "percentage"
  | "report_columns"
  | "sepa_country"
  | "shop_domain"
  | "tag_comma"
  | "template_brace"
  | "whole_number";

type Choice =
  | OwnChoice
  | "affiliate"
  | "affiliates"
  | "applications"
  | "click"
  | "codes"
  | "commission"
  | "commissions"
  | "compare_from"
  | "compare_to"
  | "details"
  | "duration"
  | "flags"
  | "goods"
  | "language"
  | "lines"
  | "new_customer"
  | "payment"
  | "payments"
  | "product"
  | "program"
  | "programs"
  | "question"
  | "receivers"
  | "sections";

/** Why a decision about a commission is not possible. */
export type CommissionFault =
  | "already_approved"
  | "already_available"
  | "already_denied"
  | "already_held"
  | "available_not_held"
  | "denied_not_approved"
  | "denied_not_held"
  | "not_denied"
  | "not_held";

type SectionAction = "approve" | "cancel" | "confirm" | "record" | "retry";

/** Why a job in the background does not go on, or ended. */
export type RunFault =
  | "bonuses"
  | "program_deleted"
  | "lost"
  | "lost_sweep"
  | "retried"
  | "shopify_silent"
  | "stopped"
  | "stopped_sweep";

/** Reasons for merchants and the API, by code. */
export type RefusalReasons = Omit<
  AffiliateReasons,
  "changed_meanwhile" | "choice_missing" | "not_found" | "value_invalid" | "value_missing"
> &
  CodeReasons &
  FileReasons &
  ImportReasons &
  ShadowReasons &
  PaymentReasons &
  StatementReasons & {
    choice_missing: { readonly what: Choice };
    not_found: { readonly what: UnknownObject };
    value_invalid: { readonly what: Invalid };
    value_missing: { readonly what: Missing };
    access_denied: object;
    affiliate_inactive: object;
    affiliate_not_active_for_credit: { readonly name: string; readonly status: string };
    affiliate_rejected: object;
    affiliate_status: { readonly from: string };
    affiliates_not_eligible: object;
    already_adjusted: { readonly before: number; readonly statement: string; readonly line: number };
    already_assigned: { readonly affiliate: string };
    already_bound: { readonly affiliate: string };
    already_confirmed: object;
    already_credited: { readonly name: string };
    already_decided: { readonly what: "application" | "claim" | "flag"; readonly status: string };
    amount_above_zero: { readonly most: MoneyText };
    amount_above_zero_in: { readonly currency: string };
    amount_of_currency: { readonly currency: string; readonly example: string };
    amount_too_large: { readonly most: MoneyText };
    amount_zero: object;
    amounts_changed: object;
    answer_expired: object;
    app_not_installed: object;
    application_of_affiliate: { readonly name: string; readonly status: string };
    approval_not_needed: object;
    at_least: { readonly least: number };
    at_most: { readonly most: number };
    authentication_failed: object;
    balance_not_negative: object;
    batch_not_stopped: object;
    between: { readonly least: number; readonly most: number };
    body_not_form: object;
    body_not_json: object;
    body_too_large: { readonly most: number };
    body_type: { readonly type: string };
    bonuses_too_many: { readonly most: number };
    books_busy: object;
    bulk_unfinished: { readonly error: string };
    changed_meanwhile: {
      readonly what: AffiliateReasons["changed_meanwhile"]["what"] | "joining" | "program" | "terms";
    };
    choices_needed: object;
    choices_unexpected: object;
    choose_up_to: { readonly most: number };
    claim_order_missing: { readonly order: string };
    close_month_first: { readonly month: string };
    code_or_status: object;
    column_missing: { readonly column: string };
    commission_denied_for: { readonly name: string };
    commission_state: { readonly what: CommissionFault };
    compare_days_missing: object;
    confirm_first: object;
    confirmation_used: object;
    csv_has_no_day: object;
    currency_repeated: object;
    currency_unknown: { readonly currency: string };
    cursor_invalid: object;
    custom_terms_scope: object;
    day_in_future: { readonly today: Day };
    day_in_past: object;
    days_out_of_order: object;
    delivery_required: object;
    deny_needs_confirm: object;
    details_exist: object;
    delivery_sealed: object;
    delivery_unreadable: { readonly what: "form" | "json" | "other" };
    delivery_value: { readonly field: string };
    email_english_only: object;
    email_essential: { readonly what: EmailNeed };
    email_off: object;
    email_unconfirmed: object;
    end_reason_needed: object;
    execution_day: { readonly what: "past" | "far" | "closed" };
    failed: { readonly message: string };
    file_canceled: object;
    file_not_downloaded: object;
    /** Why the system lifted a decision. */
    flag_cleared: { readonly rule: NamedRule };
    flag_dismissed: object;
    flag_without_commission: object;
    foreign_request: object;
    form_used: object;
    format_missing: object;
    /** Why the system holds or denies a commission. */
    fraud_rule: { readonly rule: NamedRule };
    free_shipping_for_all: object;
    goods_missing: { readonly kind: string; readonly ids: string };
    goods_unchecked: object;
    goods_unknown: object;
    group_empty: object;
    groups_too_deep: { readonly most: number };
    id_repeated: object;
    id_reserved: object;
    idempotency_key_missing: object;
    image: { readonly what: "damaged" | "format" | "large" | "pixels" };
    imported_link_repeated: { readonly line: number };
    imported_link_taken: object;
    in_future: object;
    internal_error: object;
    key_reused: object;
    key_running: object;
    length_between: { readonly most: number };
    limit_unknown: object;
    line_is_payout: { readonly line: number };
    line_paid_elsewhere: { readonly line: number };
    line_repeated: { readonly what: "code" | "email"; readonly line: number };
    line_says_paid: { readonly line: number; readonly statement: string };
    line_step: { readonly what: "any" | "bank_may_pay" | "provider_may_pay"; readonly line: number };
    list_too_large: { readonly most: number };
    login_failed: object;
    method_not_allowed: { readonly allowed: string };
    minimum_not_removed: object;
    month_closed: object;
    month_not_over: object;
    must_be_positive: object;
    nested_too_deeply: object;
    never_both: { readonly one: string; readonly other: string };
    never_excluded: object;
    never_limits: object;
    never_lists: object;
    no_contact_email: object;
    no_own_address: object;
    no_paypal_paid: object;
    no_program: object;
    no_second_person: object;
    no_store_credit_paid: object;
    no_waiting_soon: object;
    nobody_to_pay: object;
    not_invited: { readonly status: string };
    not_negative: object;
    not_set_up: object;
    not_their_program: object;
    not_unclaimed: object;
    nothing_to_cancel: object;
    nothing_to_confirm: object;
    nothing_to_decide: object;
    nothing_to_pay: object;
    nothing_to_send: object;
    once_each: object;
    one_line_each: object;
    one_of: { readonly options: string };
    order_being_read: object;
    order_deleted: object;
    order_still_there: object;
    orders_before: { readonly day: Day };
    other_execution_day: object;
    other_format: { readonly what: "generic" | "sepa" | "wise" };
    other_method: object;
    page_too_deep: object;
    payout_after_day: { readonly day: Day };
    payout_open: object;
    payout_preparing: object;
    payouts_not_paused: object;
    payouts_paused: object;
    paypal_account_gone: object;
    paypal_credentials: object;
    paypal_environment: { readonly what: "live" | "sandbox" };
    paypal_known_until: { readonly until: Instant };
    paypal_no_payouts: object;
    paypal_not_connected: object;
    paypal_reports: { readonly payment: string; readonly status: string };
    paypal_says: { readonly message: string };
    paypal_silent: object;
    paypal_unconfirmed: { readonly message: string };
    paypal_unreachable: object;
    pixel_off: { readonly what: "not_deployed" | "settings" };
    pixel_refused: { readonly message: string };
    pixel_unasked: { readonly message: string };
    placeholder_not_for_discount: { readonly placeholder: string };
    placeholder_unknown: { readonly known: string };
    platform_refused: { readonly message: string };
    platform_unreachable: object;
    program_archived: object;
    program_slug_taken: object;
    program_status: { readonly from: string };
    program_unknown: { readonly name: string };
    provider_decides: object;
    question_id_taken: object;
    range_with_days: object;
    rate_range: object;
    refund_not_shown: object;
    reload_form: object;
    reminded_today: object;
    request_maybe_sent: object;
    request_sending: object;
    return_is_final: object;
    rows_too_many: { readonly most: number; readonly count: number };
    rule_unreached: { readonly before: string };
    rules_too_many: { readonly most: number };
    run_failed: { readonly what: RunFault };
    run_refused: { readonly message: string };
    second_person_needed: { readonly what: "api_key" | "staff" };
    section_state: { readonly what: SectionAction; readonly status: string };
    sepa_account_missing: object;
    sepa_euros_only: { readonly currency: string };
    server_stopping: object;
    shipping_not_combined: object;
    signature_invalid: object;
    span_incomplete: object;
    staff_only: { readonly what: "api_keys" | "approval" };
    statement_changed: object;
    statement_comparing: object;
    statement_imported: { readonly day: Day; readonly statement: string };
    statement_importing: object;
    statement_of_other_account: object;
    statement_stopped: object;
    step_too_short: { readonly most: number };
    still_planning: object;
    store_credit_scope: object;
    store_currency_only: { readonly currency: string };
    sweep_running: object;
    test_email_failed: { readonly message: string };
    test_order: object;
    tests_too_many: { readonly most: number };
    ticket_invalid: object;
    tier_order: object;
    tiers_count: { readonly most: number };
    too_few: { readonly least: number };
    too_large: object;
    too_many: { readonly most: number };
    too_many_backtests: object;
    too_many_codes: { readonly most: number };
    too_many_days: { readonly most: number };
    too_many_files: { readonly most: number };
    too_many_keys: { readonly most: number };
    too_many_streams: object;
    too_many_tags: { readonly most: number };
    too_many_views: { readonly most: number };
    took_too_long: { readonly what: SlowRead; readonly seconds: number };
    try_again_later: object;
    unconfirmed_identity: object;
    unknown_field: object;
    unknown_redirect: object;
    unknown_resource: object;
    values_too_many: { readonly most: number };
    variable_unknown: { readonly name: string; readonly known: string };
    view_name_taken: object;
    wrong_type: { readonly expected: string };
  };

export type AffiliateCode = keyof AffiliateReasons;
export type RefusalCode = keyof RefusalReasons;

/** A code with its values. */
export type Reason<Code extends RefusalCode = RefusalCode> = {
  [One in Code]: { readonly code: One } & RefusalReasons[One];
}[Code];

/** Reason for affiliates. */
export type AffiliateReason = {
  [One in AffiliateCode]: { readonly code: One } & AffiliateReasons[One];
}[AffiliateCode];

/** Texts of reasons: one for a code, or one for each `what`. */
export type ReasonTexts<Reasons> = {
  readonly [Code in keyof Reasons]: Reasons[Code] extends { readonly what: infer What extends string }
    ? Readonly<Record<What, string>>
    : string;
};
