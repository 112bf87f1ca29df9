import { now } from "../../platform/clock.ts";
import { env } from "../../platform/env.server.ts";
import { platformFetch } from "./addresses.ts";
import { type AnswerOf, sendToAdmin, type VariablesOf } from "./admin-client.server.ts";
import type { ProbeAccessQuery, ProbeOrdersQuery } from "./admin-types.generated.ts";
import { offlineToken, tokenToCheck } from "./offline-token.server.ts";
import { PlatformError } from "./platform-error.ts";

type ProbeError = { readonly message: string; readonly path?: readonly unknown[]; readonly code: string };

/** Answer of a probe, with enough detail to distinguish a refusal from an error. */
export type Probe<Data> = {
  readonly status: number;
  /** Milliseconds that Shopify's clock is ahead of this machine's. Null if the answer has no time. */
  readonly aheadMs: number | null;
  readonly data: Data | null;
  readonly errors: readonly ProbeError[];
};

const scopesDocument = `#graphql
  query ProbeAccess {
    currentAppInstallation {
      accessScopes { handle }
    }
  }
`;

const ordersDocument = `#graphql
  query ProbeOrders {
    orders(first: 10, sortKey: CREATED_AT, reverse: true) {
      nodes {
        email
        customer { id }
        shippingAddress { lastName address1 zip }
        billingAddress { lastName address1 zip }
      }
    }
  }
`;

const bulkDocument = `#graphql
  mutation ProbeBulk($query: String!) {
    bulkOperationRunQuery(query: $query, groupObjects: true) {
      userErrors { message code }
    }
  }
`;

/** Finds no order, so the operation ends at once. Running it also keeps the permission from expiring. */
const emptyBulkQuery = `#graphql
  {
    orders(query: "id:0") { edges { node { id } } }
  }
`;

export type ScopesAnswer = ProbeAccessQuery;
export type ProbedOrder = ProbeOrdersQuery["orders"]["nodes"][number];

export const probeScopes = (shopDomain: string) => probe(shopDomain, scopesDocument, {});

export const probeOrders = (shopDomain: string) => probe(shopDomain, ordersDocument, {});

export const probeBulk = (shopDomain: string) => probe(shopDomain, bulkDocument, { query: emptyBulkQuery });

/**
 * Sends one call.
 * @throws PlatformError if there is no token, or the network's error
 */
async function probe<Document extends string>(
  shopDomain: string,
  document: Document,
  variables: VariablesOf<Document>,
): Promise<Probe<AnswerOf<Document>>> {
  const token = await offlineToken(shopDomain);
  const askedAt = now().getTime();
  const response = await sendToAdmin({ shopDomain, document, variables }, token);
  const middle = (askedAt + now().getTime()) / 2;
  const told = Date.parse(response.headers.get("Date") ?? "");
  const body = (await response.json().catch(() => ({}))) as {
    data?: AnswerOf<Document> | null;
    errors?: string | { message: string; path?: unknown[]; extensions?: { code?: string } }[];
  };
  const errors = typeof body.errors === "string" ? [{ message: body.errors }] : (body.errors ?? []);
  return {
    status: response.status,
    // The header has whole seconds.
    aheadMs: Number.isNaN(told) ? null : Math.round(told + 500 - middle),
    data: body.data ?? null,
    errors: errors.map((error) => ({ ...error, code: codeOf(error) })),
  };
}

function codeOf(error: { extensions?: { code?: string } }): string {
  return error.extensions?.code ?? "";
}

/**
 * The app credential that Shopify refuses: it checks both before the token to exchange, and this call has no
 * token. Null without a clear answer. Source: OAuth errors of `POST /admin/oauth/access_token`.
 */
export async function probeCredentials(shopDomain: string): Promise<"accepted" | "key" | "secret" | null> {
  const { SHOPIFY_API_KEY, SHOPIFY_API_SECRET } = env();
  const answer = await platformFetch(`https://${shopDomain}/admin/oauth/access_token`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify({
      client_id: SHOPIFY_API_KEY,
      client_secret: SHOPIFY_API_SECRET,
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token: "probe",
      subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
    }),
    signal: AbortSignal.timeout(8000),
  });
  const body = (await answer.json().catch(() => ({}))) as { error?: unknown };
  if (body.error === "application_cannot_be_found") return "key";
  if (body.error === "invalid_client") return "secret";
  return body.error === "invalid_subject_token" ? "accepted" : null;
}

const document = `#graphql
  query TokenCheck {
    shop { id }
  }
`;

/**
 * True if Shopify rejects the shop's token with 401, false if it accepts it.
 * @throws PlatformError for any other answer, such as a 403, which means a call from a wrong address
 */
export async function isTokenRefused(shopDomain: string): Promise<boolean> {
  const token = await tokenToCheck(shopDomain);
  let status: number;
  try {
    ({ status } = await sendToAdmin({ shopDomain, document, variables: {} }, token));
  } catch (error) {
    throw new PlatformError("unreachable", "The platform gave no answer about the token", { cause: error });
  }
  if (status === 401) return true;
  if (status === 200) return false;
  throw new PlatformError("unreachable", `The platform answered ${status} about the token`);
}

const timeoutMs = 8000;

/** Asset of the theme extension. A page with it has the app embed turned on. */
const embedMark = /affiliate-embed/;

/**
 * True if the store's front page has the app embed. Null if a password protects the page or it can't be read.
 */
export async function probeEmbed(shopDomain: string): Promise<boolean | null> {
  const answer = await fetchPage(`https://${shopDomain}/`);
  if (answer === null || !answer.ok || isPasswordPage(answer)) return null;
  return embedMark.test(await answer.text());
}

export type ProxyProbe = "reached" | "refused" | "no-answer" | "elsewhere" | "password";

/** Result of a call through the store to the app's `/proxy/check`. */
export async function probeProxy(shopDomain: string, nonce: string): Promise<ProxyProbe> {
  const answer = await fetchPage(`https://${shopDomain}/apps/affiliates/check?nonce=${nonce}`);
  if (answer === null || answer.status >= 500) return "no-answer";
  if (isPasswordPage(answer)) return "password";
  if (answer.status === 401) return "refused";
  const text = answer.ok ? await answer.text() : "";
  return text.includes(nonce) && text.startsWith("{") ? "reached" : "elsewhere";
}

/** True if anything answers at the app's own address. */
export async function answersAt(address: string): Promise<boolean> {
  return (await fetchPage(address)) !== null;
}

function isPasswordPage({ url }: Response): boolean {
  return new URL(url).pathname.endsWith("/password");
}

async function fetchPage(address: string): Promise<Response | null> {
  try {
    return await platformFetch(address, { signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    return null;
  }
}
