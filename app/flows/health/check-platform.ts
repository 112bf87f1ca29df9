import { failed, type Finding, ok, unknown, warning } from "#app/domain/health-check.ts";
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

const wrongSecret = failed(
  "SHOPIFY_API_SECRET is not the secret of this app.",
  "Copy the client secret from the app's settings in the Dev Dashboard.",
);
const wrongKey = failed(
  "SHOPIFY_API_KEY is not the client ID of this app.",
  "Copy the client ID from the app's settings in the Dev Dashboard.",
);
const wrongBoth = failed(
  "SHOPIFY_API_KEY and SHOPIFY_API_SECRET belong to another app.",
  "Copy both from the app's settings in the Dev Dashboard.",
);

/** Asks Shopify if a store is known. Otherwise uses the newest session token. */
export async function checkCredentials(domain: string | null, note: TokenNote | null): Promise<Finding> {
  const probed = domain === null ? null : await probeCredentials(domain).catch(() => null);
  if (probed === "key") return wrongKey;
  if (probed === "secret") return wrongSecret;
  if (probed === "accepted" || note?.result === "accepted") {
    return ok("Shopify accepts the client ID and the secret.");
  }
  if (note?.result === "secret") return wrongSecret;
  if (note?.result === "key") return wrongKey;
  if (note?.result === "secret-and-key") return wrongBoth;
  return unknown("No session token was seen yet.", "Open the app in a store's admin, then check again.");
}

export function checkAdminApi({ status }: ScopesProbe): Finding {
  if (status === 401) {
    return failed(
      "Shopify no longer accepts this store's token (401).",
      "Open the app in the store's admin.",
    );
  }
  if (status === 403) return unknown("Not tried: Shopify refuses this server's address.");
  return status === 200
    ? ok("Shopify answers the app's calls.")
    : failed(`Shopify answered ${status}.`, "Try again later. See shopifystatus.com.");
}

export function checkAllowlist({ status }: ScopesProbe): Finding {
  if (![200, 401, 403].includes(status)) return unknown(`Shopify answered ${status}.`);
  return status === 403
    ? failed(
        "Shopify refuses calls from this server's address (403).",
        "Add the address to the app's IP allowlist in the Dev Dashboard.",
      )
    : ok("Shopify takes calls from this server's address.");
}

/** Another bulk operation of the app is running, so access is granted. */
const busyCodes: ReadonlySet<string | null> = new Set(["OPERATION_IN_PROGRESS", "LIMIT_REACHED"]);

export async function checkBulk(domain: string): Promise<Finding> {
  const { status, data, errors } = await probeBulk(domain);
  if (status !== 200) return unknown(`Shopify answered ${status}.`);
  const userErrors = data?.bulkOperationRunQuery?.userErrors ?? [];
  const isDenied =
    errors.some(({ code }) => code === "ACCESS_DENIED") ||
    userErrors.some(({ message }) => isBulkDenied(message));
  if (isDenied) {
    return warning(
      "Bulk operations are not enabled. Past orders are imported one by one.",
      "Enable Run bulk operations under API access requests in the Partner Dashboard.",
    );
  }
  const refusals = userErrors.filter(({ code }) => !busyCodes.has(code));
  const [fault] = [...errors, ...refusals];
  if (fault) return unknown(fault.message);
  return ok("Past orders can be imported in bulk.");
}

/** Scopes of SCOPES that the store has not granted. A write scope includes its read scope. */
export function missingScopes({ data }: ScopesProbe): string[] {
  const granted = new Set(data?.currentAppInstallation.accessScopes.map(({ handle }) => handle) ?? []);
  return scopesOf(env().SCOPES).filter(
    (scope) => !granted.has(scope) && !granted.has(scope.replace(/^read_/, "write_")),
  );
}

export function checkScopes(probe: ScopesProbe): Finding {
  if (probe.data === null) return unknown("Shopify did not tell what the store has granted.");
  const missing = missingScopes(probe);
  return missing.length === 0
    ? ok("The store has granted every permission.")
    : failed(
        `The store has not granted ${missing.join(", ")}.`,
        "Open the app in the store's admin and accept.",
      );
}

const requestFields =
  "Request protected customer data with name, email and address under API access requests in the Partner Dashboard.";

const fields = {
  customer: "customer",
  email: "email",
  shippingAddress: "shipping address",
  billingAddress: "billing address",
} as const satisfies Record<keyof ProbedOrder, string>;

export async function checkProtectedData(domain: string): Promise<Finding> {
  const { status, data, errors } = await probeOrders(domain);
  if (status !== 200) return unknown(`Shopify answered ${status}.`);
  const denied = errors.filter(({ code }) => code === "ACCESS_DENIED");
  if (data === null) {
    return denied.length > 0
      ? failed("Shopify keeps orders from this app.", requestFields)
      : unknown(errors[0]?.message ?? "Shopify gave no orders.");
  }
  const names = Object.entries(fields) as [keyof ProbedOrder, string][];
  const withheld = names.filter(([field]) => denied.some(({ path }) => path?.includes(field)));
  if (withheld.length > 0) {
    const list = withheld.map(([, name]) => name).join(", ");
    return failed(`Shopify withholds these order fields: ${list}.`, requestFields);
  }
  const { nodes } = data.orders;
  if (nodes.length === 0) {
    return unknown("The store has no orders yet.", "Place a test order, then check again.");
  }
  const empty = names.filter(([field]) => nodes.every((order) => isEmpty(order[field])));
  if (empty.length === 0) return ok("Recent orders carry email, name and address.");
  const list = empty.map(([, name]) => name).join(", ");
  return warning(
    `The last ${nodes.length} orders have no ${list}.`,
    `If customers gave them: ${requestFields}`,
  );
}

function isEmpty(value: ProbedOrder[keyof ProbedOrder]): boolean {
  if (value === null || typeof value === "string") return value === null;
  return Object.values(value).every((part) => part === null);
}

/** Session tokens are accepted up to ten seconds before they become valid. */
const mostAheadMs = 10_000;
const warnAheadMs = 3000;
const setClock = "Let the server synchronize its clock (NTP).";

export function checkClock(aheadMs: number | null, note: TokenNote | null): Finding {
  if (aheadMs === null) {
    return note?.result === "clock"
      ? failed("Session tokens are not of this server's time: its clock is wrong.", setClock)
      : unknown("Shopify did not tell its time.");
  }
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const meaning = `This server's clock is ${seconds} s ${aheadMs > 0 ? "behind" : "ahead of"} Shopify's.`;
  if (Math.abs(aheadMs) > mostAheadMs) return failed(meaning, setClock);
  return Math.abs(aheadMs) > warnAheadMs
    ? warning(meaning, setClock)
    : ok("This server's clock agrees with Shopify's.");
}

const warnDays = 90;
const dayMs = 86_400_000;

/** Shopify supports a version for at least twelve months. Source: shopify.dev/docs/api/usage/versioning. */
export function checkApiVersion(now: Date): Finding {
  const [year = 0, month = 1] = adminApiVersion.split("-").map(Number);
  const end = new Date(Date.UTC(year + 1, month - 1, 1));
  const daysLeft = Math.floor((end.getTime() - now.getTime()) / dayMs);
  const meaning = `The app uses Admin API ${adminApiVersion}, supported until ${end.toISOString().slice(0, 10)}.`;
  if (daysLeft < 0) return failed(meaning, "Update the app: Shopify now answers with another version.");
  return daysLeft < warnDays ? warning(meaning, "Update the app before then.") : ok(meaning);
}
