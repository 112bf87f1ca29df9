import { failed, type Finding, ok, type ProtectedField, unknown, warning } from "#app/domain/health-check.ts";
import { isBulkDenied } from "#app/gateways/shopify/bulk-orders.ts";
import { adminApiVersion } from "#app/gateways/shopify/admin-client.server.ts";
import {
  type Probe,
  probeBulk,
  probeCredentials,
  type ProbedOrder,
  probeOrders,
  type ScopesAnswer,
} from "#app/gateways/shopify/probes.ts";
import { env } from "#app/platform/env.server.ts";
import { scopesOf } from "./check-configuration.ts";
import { credentialsMark, readTokenNote, type TokenNote } from "./note-token.ts";

export type ScopesProbe = Probe<ScopesAnswer>;

/** Result of the newest session token under this process's credentials; null before the first. */
export async function currentTokenNote(): Promise<TokenNote | null> {
  const known = await readTokenNote();
  return known?.note.credentials === credentialsMark() ? known.note : null;
}

const wrongSecret = failed("credentials_secret", "copy_client_secret");
const wrongKey = failed("credentials_key", "copy_client_id");
const wrongBoth = failed("credentials_both", "copy_both");

/** Asks Shopify if a store is known. Otherwise uses the newest session token. */
export async function checkCredentials(domain: string | null, note: TokenNote | null): Promise<Finding> {
  const probed = domain === null ? null : await probeCredentials(domain).catch(() => null);
  if (probed === "key") return wrongKey;
  if (probed === "secret") return wrongSecret;
  if (probed === "accepted" || note?.result === "accepted") return ok("credentials");
  if (note?.result === "secret") return wrongSecret;
  if (note?.result === "key") return wrongKey;
  if (note?.result === "secret-and-key") return wrongBoth;
  return unknown("no_token", "open_app_and_check");
}

export function checkAdminApi({ status }: ScopesProbe): Finding {
  if (status === 401) return failed("api_token_refused", "open_app");
  if (status === 403) return unknown("allowlist_refused");
  return status === 200 ? ok("admin_api") : failed({ code: "shopify_status", status }, "try_later");
}

export function checkAllowlist({ status }: ScopesProbe): Finding {
  if (![200, 401, 403].includes(status)) return unknown({ code: "shopify_status", status });
  return status === 403 ? failed("allowlist_refused", "add_to_allowlist") : ok("allowlist");
}

/** Another bulk operation of the app is running, so access is granted. */
const busyCodes: ReadonlySet<string | null> = new Set(["OPERATION_IN_PROGRESS", "LIMIT_REACHED"]);

export async function checkBulk(domain: string): Promise<Finding> {
  const { status, data, errors } = await probeBulk(domain);
  if (status !== 200) return unknown({ code: "shopify_status", status });
  const userErrors = data?.bulkOperationRunQuery?.userErrors ?? [];
  const isDenied =
    errors.some(({ code }) => code === "ACCESS_DENIED") ||
    userErrors.some(({ message }) => isBulkDenied(message));
  if (isDenied) return warning("bulk_denied", "enable_bulk");
  const refusals = userErrors.filter(({ code }) => !busyCodes.has(code));
  const [fault] = [...errors, ...refusals];
  return fault ? unknown({ code: "text", text: fault.message }) : ok("bulk");
}

/** Scopes of SCOPES that the store has not granted. A write scope includes its read scope. */
export function missingScopes({ data }: ScopesProbe): string[] {
  const granted = new Set(data?.currentAppInstallation.accessScopes.map(({ handle }) => handle) ?? []);
  return scopesOf(env().SCOPES).filter(
    (scope) => !granted.has(scope) && !granted.has(scope.replace(/^read_/, "write_")),
  );
}

export function checkScopes(probe: ScopesProbe): Finding {
  if (probe.data === null) return unknown("scopes_untold");
  const missing = missingScopes(probe);
  return missing.length === 0
    ? ok("scopes")
    : failed({ code: "scopes_missing", scopes: missing.join(", ") }, "accept_scopes");
}

const protectedFields = [
  "customer",
  "email",
  "shippingAddress",
  "billingAddress",
] as const satisfies (keyof ProbedOrder & ProtectedField)[];

export async function checkProtectedData(domain: string): Promise<Finding> {
  const { status, data, errors } = await probeOrders(domain);
  if (status !== 200) return unknown({ code: "shopify_status", status });
  const denied = errors.filter(({ code }) => code === "ACCESS_DENIED");
  if (data === null) {
    if (denied.length > 0) return failed("orders_denied", "request_fields");
    return unknown(errors[0] ? { code: "text", text: errors[0].message } : "orders_untold");
  }
  const withheld = protectedFields.filter((field) => denied.some(({ path }) => path?.includes(field)));
  if (withheld.length > 0) return failed({ code: "fields_withheld", fields: withheld }, "request_fields");
  const { nodes } = data.orders;
  if (nodes.length === 0) return unknown("no_orders", "place_test_order");
  const empty = protectedFields.filter((field) => nodes.every((order) => isEmpty(order[field])));
  if (empty.length === 0) return ok("protected_data");
  return warning({ code: "fields_empty", count: nodes.length, fields: empty }, "request_fields_given");
}

function isEmpty(value: ProbedOrder[keyof ProbedOrder]): boolean {
  if (value === null || typeof value === "string") return value === null;
  return Object.values(value).every((part) => part === null);
}

/** Session tokens are accepted up to ten seconds before they become valid. */
const mostAheadMs = 10_000;
const warnAheadMs = 3000;

export function checkClock(aheadMs: number | null, note: TokenNote | null): Finding {
  if (aheadMs === null) {
    return note?.result === "clock" ? failed("clock_of_tokens", "set_clock") : unknown("clock_untold");
  }
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const meaning = { code: "clock_off", seconds, side: aheadMs > 0 ? "behind" : "ahead" } as const;
  if (Math.abs(aheadMs) > mostAheadMs) return failed(meaning, "set_clock");
  return Math.abs(aheadMs) > warnAheadMs ? warning(meaning, "set_clock") : ok("clock");
}

const warnDays = 90;
const dayMs = 86_400_000;

/** Shopify supports a version for at least twelve months. Source: shopify.dev/docs/api/usage/versioning. */
export function checkApiVersion(now: Date): Finding {
  const [year = 0, month = 1] = adminApiVersion.split("-").map(Number);
  const end = new Date(Date.UTC(year + 1, month - 1, 1));
  const daysLeft = Math.floor((end.getTime() - now.getTime()) / dayMs);
  const until = end.toISOString().slice(0, 10);
  const meaning = { code: "api_version", version: adminApiVersion, until } as const;
  if (daysLeft < 0) return failed(meaning, "update_app");
  return daysLeft < warnDays ? warning(meaning, "update_app_soon") : ok(meaning);
}
