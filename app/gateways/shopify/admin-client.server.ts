import { merchantTexts } from "#app/i18n/texts.ts";
import { log } from "../../platform/log.server.ts";
import { platformFetch } from "./addresses.ts";
import type { AdminDocuments } from "./admin-types.generated.ts";
import { offlineToken } from "./offline-token.server.ts";
import { PlatformError, type PlatformErrorKind } from "./platform-error.ts";

const t = merchantTexts("providers");

/** Version of the Admin API that every document of this app is checked against. */
export const adminApiVersion = "2026-10";

const usualPatience: Patience = { attempts: 6, timeoutMs: 15_000 };
const longestWaitMs = 10_000;

type GraphqlError = { message: string; path?: unknown[]; extensions?: { code?: string } };
type Cost = {
  requestedQueryCost?: number;
  throttleStatus?: { currentlyAvailable?: number; restoreRate?: number };
};
type Envelope = { data?: unknown; errors?: GraphqlError[] | string; extensions?: { cost?: Cost } };
/** Number of attempts and time limit of a call. */
export type Patience = { readonly attempts: number; readonly timeoutMs: number };
type SendToAdminInput = {
  shopDomain: string;
  document: string;
  variables: object;
  patience?: Patience;
};
type Step = { data: unknown } | { waitMs: number; because: PlatformError };

/** Variables of a document of this app. Any for another text. */
export type VariablesOf<Document extends string> = Document extends keyof AdminDocuments
  ? AdminDocuments[Document]["variables"]
  : Record<string, unknown>;

/** Answer to a document of this app, by Shopify's schema. Unknown for another text. */
export type AnswerOf<Document extends string> = Document extends keyof AdminDocuments
  ? AdminDocuments[Document]["answer"]
  : unknown;

/**
 * Calls the Admin API with the shop's offline token. Never call it inside a transaction. Throttled calls are
 * repeated when their points are available again. Calls with an unknown outcome are repeated only if they
 * read.
 * @throws PlatformError. Source: Admin GraphQL API 2026-10.
 */
export async function adminGraphql<Document extends string>(
  shopDomain: string,
  document: Document,
  variables: VariablesOf<Document>,
  patience: Patience = usualPatience,
): Promise<AnswerOf<Document>> {
  return (await askUntilAnswered({ shopDomain, document, variables, patience }, 1)) as AnswerOf<Document>;
}

async function askUntilAnswered(input: Required<SendToAdminInput>, attempt: number): Promise<unknown> {
  const step = await sendOnce(input, attempt);
  if ("data" in step) return step.data;
  if (attempt >= input.patience.attempts) throw step.because;
  log.warn("Asking the platform again", { shop: input.shopDomain, attempt, kind: step.because.kind });
  await new Promise((resolve) => setTimeout(resolve, step.waitMs));
  return await askUntilAnswered(input, attempt + 1);
}

async function sendOnce(input: SendToAdminInput, attempt: number): Promise<Step> {
  const token = await offlineToken(input.shopDomain);
  const waitMs = Math.min(longestWaitMs, 250 * 2 ** attempt);
  let response: Response;
  let envelope: Envelope;
  try {
    response = await sendToAdmin(input, token);
    warnOfOtherVersion(response.headers.get("X-Shopify-API-Version"));
    if (response.status === 429) {
      const seconds = Number(response.headers.get("Retry-After") ?? 0);
      const because = new PlatformError("throttled", t("shopify.busy"));
      return { waitMs: Math.max(waitMs, seconds * 1000), because };
    }
    if (response.status >= 500) {
      throw new PlatformError("unreachable", t("shopify.answered", { status: response.status }));
    }
    if (response.status === 401 || response.status === 403) throw turnedAway(response.status, input);
    envelope = (await response.json()) as Envelope;
  } catch (error) {
    if (error instanceof PlatformError && turnedAwayKinds.has(error.kind)) throw error;
    const because = new PlatformError("unreachable", t("shopify.noAnswer"), { cause: error });
    // A mutation without an answer may have taken effect, so it is not repeated. The caller has to check.
    if (isMutation(input.document)) throw because;
    return { waitMs, because };
  }
  return stepAfter(envelope, waitMs);
}

const turnedAwayKinds: ReadonlySet<PlatformErrorKind> = new Set(["unauthorized", "forbidden"]);

function turnedAway(status: 401 | 403, { shopDomain }: SendToAdminInput): PlatformError {
  const error =
    status === 401
      ? new PlatformError("unauthorized", t("shopify.token"))
      : new PlatformError("forbidden", t("shopify.address"));
  log.warn(error.message, { shop: shopDomain });
  return error;
}

let warnedOf: string | null = null;

/**
 * Shopify answers a retired version with the oldest supported one, without an error. One warning per version.
 */
function warnOfOtherVersion(answered: string | null): void {
  if (answered === null || answered === adminApiVersion || answered === warnedOf) return;
  warnedOf = answered;
  log.warn("Shopify answers another API version than asked", { asked: adminApiVersion, answered });
}

function stepAfter(envelope: Envelope, waitMs: number): Step {
  const errors = envelope.errors ?? [];
  if (typeof errors === "string") throw new PlatformError("refused", errors);
  if (errors.some((error) => error.extensions?.code === "THROTTLED")) {
    const because = new PlatformError("throttled", t("shopify.busy"));
    return { waitMs: Math.max(waitMs, restoreMs(envelope.extensions?.cost)), because };
  }
  const faults = errors.filter((error) => !isWithheldField(error));
  if (faults.length > 0 || envelope.data === undefined || envelope.data === null) {
    const text = errors.map((error) => error.message).join("; ") || t("shopify.noData");
    const isDenied = faults.some(({ extensions }) => extensions?.code === "ACCESS_DENIED");
    throw isDenied ? accessDenied(text) : new PlatformError("refused", text);
  }
  return { data: envelope.data };
}

function accessDenied(text: string): PlatformError {
  const advice = denialAdvice(text);
  log.warn("Shopify denied access", { detail: text, advice });
  return new PlatformError("denied", t("shopify.denied", { text: text.replace(/\.$/, ""), advice }));
}

/**
 * True for a field about customers that Shopify withholds from an unapproved app. It answers the rest, and
 * the caller finds null. A withheld object of the root or of its list `nodes` stays an error, because null
 * would mean that it was deleted.
 */
function isWithheldField({ message, path, extensions }: GraphqlError): boolean {
  const isDenied = extensions?.code === "ACCESS_DENIED" && /not approved to (access|use)/i.test(message);
  const fields = path?.filter((step) => typeof step === "string") ?? [];
  return isDenied && fields.length > 1;
}

/** Time until the points that this call needs are available. */
function restoreMs(cost: Cost | undefined): number {
  const { currentlyAvailable = 0, restoreRate = 100 } = cost?.throttleStatus ?? {};
  const missing = Math.max(0, (cost?.requestedQueryCost ?? 0) - currentlyAvailable);
  return Math.min(longestWaitMs, Math.ceil((missing / Math.max(1, restoreRate)) * 1000));
}

function isMutation(document: string): boolean {
  return /^\s*(#[^\n]*\n\s*)*mutation\b/.test(document);
}

/** Sends one request with this token and returns Shopify's answer. */
export async function sendToAdmin(input: SendToAdminInput, token: string): Promise<Response> {
  return await platformFetch(`https://${input.shopDomain}/admin/api/${adminApiVersion}/graphql.json`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      "X-Shopify-Access-Token": token,
    },
    body: JSON.stringify({ query: input.document, variables: input.variables }),
    signal: AbortSignal.timeout((input.patience ?? usualPatience).timeoutMs),
  });
}

/** Advice for an operator about ACCESS_DENIED. Source: Shopify's messages in first-install.md. */
function denialAdvice(text: string): string {
  if (/bulk/i.test(text)) return t("shopify.advice.bulk");
  const isProtected = /not approved to (access|use)|protected customer data/i.test(text);
  return t(isProtected ? "shopify.advice.protectedData" : "shopify.advice.permission");
}

/** `gid://shopify/Order/5001` → `5001`, the id that webhooks use. */
export function digitsOf(gid: string): string {
  return /\/(\d+)(?:\?.*)?$/.exec(gid)?.[1] ?? gid;
}
