export type CheckState = "ok" | "warning" | "failed" | "unknown";

export type CheckId =
  | "database"
  | "app-secret"
  | "client-id"
  | "configuration"
  | "https"
  | "api-version"
  | "credentials"
  | "admin-api"
  | "ip-allowlist"
  | "clock"
  | "scopes"
  | "protected-data"
  | "bulk"
  | "pixel"
  | "embed"
  | "proxy"
  | "webhooks"
  | "paypal"
  | "email"
  | "proxies";

/** Fields of an order that Shopify protects. */
export type ProtectedField = "customer" | "email" | "shippingAddress" | "billingAddress";

/** Why a check was not tried. */
export type UntriedWhy =
  "database_away" | "database_empty" | "no_shop" | "no_read_orders" | "other_secret" | "shopify_silent";

/** Newest delivery of a topic. */
export type Arrival = { readonly topic: string; readonly at: Date };

/** Meanings without values. */
type PlainMeaning =
  | "admin_api"
  | "allowlist"
  | "allowlist_refused"
  | "api_token_refused"
  | "bulk"
  | "bulk_denied"
  | "clock"
  | "clock_of_tokens"
  | "clock_untold"
  | "credentials"
  | "credentials_key"
  | "credentials_secret"
  | "credentials_both"
  | "database_empty"
  | "demo_platform"
  | "demo_http"
  | "demo_proxy"
  | "email"
  | "email_off"
  | "email_localhost"
  | "embed"
  | "embed_missing"
  | "embed_silent"
  | "hashed_elsewhere"
  | "http"
  | "https"
  | "no_orders"
  | "no_request"
  | "no_token"
  | "orders_denied"
  | "orders_untold"
  | "paypal"
  | "paypal_credentials"
  | "paypal_missing"
  | "paypal_no_payouts"
  | "paypal_no_reports"
  | "paypal_no_webhook"
  | "paypal_sandbox"
  | "paypal_unreachable"
  | "pixel"
  | "pixel_off"
  | "pixel_waiting"
  | "protected_data"
  | "proxy"
  | "proxy_elsewhere"
  | "proxy_password"
  | "proxy_signature"
  | "proxy_unreached"
  | "scopes"
  | "scopes_untold"
  | "secret"
  | "secret_new"
  | "sealed_elsewhere"
  | "webhooks_none";

/** What a check found, as a code with the values of its text. */
export type Meaning =
  | { readonly code: PlainMeaning }
  | {
      readonly code: "api_version";
      readonly version: string;
      readonly until: string;
    }
  | { readonly code: "app_down"; readonly address: string }
  | { readonly code: "clock_off"; readonly seconds: number; readonly side: "ahead" | "behind" }
  | { readonly code: "client_id" | "client_id_empty" | "client_id_other"; readonly file: string }
  | { readonly code: "configuration" | "configuration_missing"; readonly file: string }
  | { readonly code: "config_address" | "config_redirect"; readonly host: string }
  | { readonly code: "config_scopes"; readonly where: string; readonly scopes: string }
  | { readonly code: "config_version"; readonly webhooks: string; readonly app: string }
  | { readonly code: "database" | "database_old"; readonly version: number }
  | { readonly code: "database_away" | "email_away" | "untried_error"; readonly error: string }
  | { readonly code: "embed_seen"; readonly at: Date }
  | { readonly code: "fields_empty"; readonly count: number; readonly fields: readonly ProtectedField[] }
  | { readonly code: "fields_withheld"; readonly fields: readonly ProtectedField[] }
  | { readonly code: "proxies"; readonly seen: number; readonly trusted: number }
  | { readonly code: "scopes_missing"; readonly scopes: string }
  | { readonly code: "shopify_status"; readonly status: number }
  /** A stored failure, or another system's own words. */
  | { readonly code: "text"; readonly text: string }
  | { readonly code: "untried"; readonly why: UntriedWhy }
  | { readonly code: "webhooks"; readonly last: readonly Arrival[] }
  | { readonly code: "webhooks_failed"; readonly count: number; readonly last: readonly Arrival[] };

type PlainStep =
  | "accept_scopes"
  | "add_to_allowlist"
  | "check_again"
  | "check_again_soon"
  | "check_database"
  | "check_smtp"
  | "configure_smtp"
  | "connect_paypal"
  | "connect_paypal_again"
  | "copy_both"
  | "copy_client_id"
  | "copy_client_secret"
  | "create_tables"
  | "deploy"
  | "doctor"
  | "enable_bulk"
  | "enable_payouts"
  | "enable_reports"
  | "open_app"
  | "open_app_and_check"
  | "place_test_order"
  | "recheck_pixel"
  | "remove_password"
  | "request_fields"
  | "request_fields_given"
  | "retry_deliveries"
  | "same_client_id"
  | "set_clock"
  | "set_hash_secret"
  | "set_mail_from"
  | "set_proxies"
  | "set_secret"
  | "start_app"
  | "try_later"
  | "turn_on_embed"
  | "update_app"
  | "update_app_soon"
  | "use_https";

/** What to do about it. */
export type NextStep =
  | { readonly code: PlainStep }
  | { readonly code: "correct_configuration"; readonly file: string }
  | { readonly code: "reach_address"; readonly address: string }
  | { readonly code: "update_database"; readonly version: number };

/** Result of a check: its state, its meaning and the next step, if there is one. */
export type Finding = {
  readonly state: CheckState;
  readonly meanings: readonly Meaning[];
  readonly next: NextStep | null;
};

export type HealthCheck = Finding & { readonly id: CheckId };

type Meant = PlainMeaning | Meaning | readonly Meaning[];
type Next = PlainStep | NextStep;

export function ok(meant: Meant): Finding {
  return { state: "ok", meanings: meaningsOf(meant), next: null };
}

export function warning(meant: Meant, next: Next): Finding {
  return { state: "warning", meanings: meaningsOf(meant), next: stepOf(next) };
}

export function failed(meant: Meant, next: Next): Finding {
  return { state: "failed", meanings: meaningsOf(meant), next: stepOf(next) };
}

/** For a check that could not be tried. */
export function unknown(meant: Meant, next: Next | null = null): Finding {
  return { state: "unknown", meanings: meaningsOf(meant), next: next === null ? null : stepOf(next) };
}

function meaningsOf(meant: Meant): readonly Meaning[] {
  if (typeof meant === "string") return [{ code: meant }];
  return "code" in meant ? [meant] : meant;
}

function stepOf(next: Next): NextStep {
  return typeof next === "string" ? { code: next } : next;
}
