import { checkWebhooks, checkProxies, checkPixel, checkEmbed, checkProxy } from "./check-arrivals.ts";
import { failed, type Finding, type HealthCheck, ok, unknown, warning } from "#app/domain/health-check.ts";
import { environmentOf } from "#app/domain/payouts/paypal-account.ts";
import { checkMailServer, mailFaultText, NoMailServerError } from "#app/gateways/email/send-mail.server.ts";
import { type ConnectionFault, tryConnection } from "#app/gateways/paypal/connection.server.ts";
import { probeScopes } from "#app/gateways/shopify/probes.ts";
import { within } from "#app/platform/coalesce.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { type InstalledShop, readDatabase } from "#app/store/health.ts";
import { paypalFor } from "#app/store/payout-details.ts";
import { checkAppToml, checkClientId, checkHttps, readAppToml } from "./check-configuration.ts";
import {
  checkAdminApi,
  checkAllowlist,
  checkApiVersion,
  checkBulk,
  checkClock,
  checkCredentials,
  checkProtectedData,
  checkScopes,
  currentTokenNote,
  missingScopes,
  type ScopesProbe,
} from "./check-platform.ts";
import { readSeal, SealedElsewhere } from "./check-seal.ts";
import type { TokenNote } from "./note-token.ts";

type HealthInput = {
  /** The store to check. Null if none has the app, or the database is down. */
  readonly shop: InstalledShop | null;
  readonly now: Date;
  /** Addresses in X-Forwarded-For of the current request. Null uses those of the last recorded request. */
  readonly proxies: number | null;
  /** The app's configuration file; null for shopify.app.toml. */
  readonly config: string | null;
};

/** Values that several checks need. A reason in place of a value explains why a check was not tried. */
type HealthFacts = {
  readonly database: DatabaseState;
  readonly seal: Awaited<ReturnType<typeof readSeal>> | UntriedCheck;
  readonly note: TokenNote | null | UntriedCheck;
  readonly shop: InstalledShop | UntriedCheck;
  readonly scopes: ScopesProbe | UntriedCheck;
};

type UntriedCheck = { readonly untried: string };

const patienceMs = 10_000;

/** Runs all checks at once. Returns a line for each, even if it fails. */
export async function runChecks(asked: HealthInput): Promise<HealthCheck[]> {
  const grounds = await readHealthFacts(asked);
  const { seal, note, shop, scopes } = grounds;
  const toml = await tryCheck(() => Promise.resolve(readAppToml(asked.config)));
  const token = isUntried(note) ? null : note;
  const proxies = asked.proxies ?? token?.proxies ?? null;
  const orders = isAnswered(scopes) ? ordersShop(shop, scopes) : untriedFrom(scopes);
  const checks: [id: string, title: string, finding: Finding | Promise<Finding>][] = [
    ["database", "Database", checkDatabase(grounds.database)],
    ["app-secret", "App secret", checkIfTried(seal, (one) => checkSecret(one))],
    ["client-id", "Client ID", checkIfTried(toml, checkClientId)],
    ["configuration", "App configuration", checkIfTried(toml, checkAppToml)],
    ["https", "HTTPS", checkIfTried(toml, checkHttps)],
    ["api-version", "API version", checkApiVersion(asked.now)],
    [
      "credentials",
      "API key and secret",
      checkIfTried(note, () => checkCredentials(asked.shop?.domain ?? null, token)),
    ],
    ["admin-api", "Admin API", checkIfTried(scopes, checkAdminApi)],
    ["ip-allowlist", "IP allowlist", checkIfTried(scopes, checkAllowlist)],
    ["clock", "Clock", checkClock(isUntried(scopes) ? null : scopes.aheadMs, token)],
    ["scopes", "Permissions", checkIfTried(isAnswered(scopes) ? scopes : untriedFrom(scopes), checkScopes)],
    [
      "protected-data",
      "Protected customer data",
      checkIfTried(orders, ({ domain }) => checkProtectedData(domain)),
    ],
    ["bulk", "Bulk operations", checkIfTried(orders, ({ domain }) => checkBulk(domain))],
    ["pixel", "Web pixel", checkIfTried(shop, checkPixel)],
    ["embed", "Theme embed", checkIfTried(shop, (one) => checkEmbed(one, asked.now))],
    ["proxy", "App proxy", checkIfTried(shop, checkProxy)],
    ["webhooks", "Webhooks", checkIfTried(shop, checkWebhooks)],
    ["paypal", "PayPal", checkIfTried(shop, (one) => checkPaypal(one, asked.now))],
    ["email", "Email", tryCheck(checkEmail).then((finding) => checkIfTried(finding, (one) => one))],
    ["proxies", "Trusted proxies", checkProxies(proxies)],
  ];
  return await Promise.all(checks.map(async ([id, title, finding]) => ({ id, title, ...(await finding) })));
}

async function readHealthFacts({ shop }: HealthInput): Promise<HealthFacts> {
  const database = await tryCheck(() => readDatabase(db()));
  const away = isUntried(database)
    ? { untried: "the database does not answer" }
    : !database.hasTables && { untried: "the database is empty" };
  if (away) {
    const state = isUntried(database) ? { error: database.untried } : database;
    return { database: state, seal: away, note: away, shop: away, scopes: away };
  }
  const [seal, note] = await Promise.all([tryCheck(readSeal), tryCheck(currentTokenNote)]);
  const named = shop ?? { untried: "no store has installed the app" };
  const sealed =
    seal instanceof SealedElsewhere ? { untried: "APP_SECRET does not open the store's token" } : named;
  const scopes = isUntried(sealed) ? sealed : await tryCheck(() => probeScopes(sealed.domain));
  return { database: database as DatabaseState, seal, note, shop: named, scopes };
}

/** Without read_orders, Shopify answers nothing about orders, which the permissions check reports. */
function ordersShop(shop: InstalledShop | UntriedCheck, scopes: ScopesProbe): InstalledShop | UntriedCheck {
  return missingScopes(scopes).includes("read_orders") ? { untried: "read_orders is not granted" } : shop;
}

function isAnswered(scopes: ScopesProbe | UntriedCheck): scopes is ScopesProbe {
  return !isUntried(scopes) && scopes.status === 200;
}

function untriedFrom(scopes: ScopesProbe | UntriedCheck): UntriedCheck {
  return isUntried(scopes) ? scopes : { untried: "Shopify does not answer the app's calls" };
}

function isUntried(value: unknown): value is UntriedCheck {
  return typeof value === "object" && value !== null && "untried" in value;
}

/** Runs a check on its input. Without the input, or on an error, the result is unknown. */
async function checkIfTried<Needed>(
  needed: Needed | UntriedCheck,
  check: (needed: Needed) => Finding | Promise<Finding>,
): Promise<Finding> {
  const found = isUntried(needed) ? needed : await tryCheck(async () => await check(needed));
  return isUntried(found) ? unknown(`Not tried: ${found.untried}.`) : found;
}

async function tryCheck<Answer>(work: () => Promise<Answer>): Promise<Answer | UntriedCheck> {
  try {
    return await within(work(), patienceMs);
  } catch (error) {
    return { untried: String(describeError(error)["error"]).replace(/\.$/, "") };
  }
}

/** Checks the credentials of the account that pays for the shop. */
async function checkPaypal({ shopId }: InstalledShop, now: Date): Promise<Finding> {
  const account = await paypalFor(db(), shopId);
  if (!account) return unknown("PayPal isn't connected.", "Connect it under Settings, Payouts.");
  const connection = await tryConnection(account, now);
  if (typeof connection === "string") return failed(faults[connection], nextStep[connection]);
  if (!connection.canReport) {
    return warning("PayPal gives no reports.", "Turn on Transaction Search in PayPal's developer dashboard.");
  }
  if (account.webhookId === "") {
    return warning("PayPal doesn't notify this app.", "Connect the account again under Settings, Payouts.");
  }
  return ok(
    environmentOf(account.origin) === "live"
      ? "PayPal accepts the account."
      : "PayPal accepts the account. It is a sandbox account, which sends no real money.",
  );
}

const faults: Readonly<Record<ConnectionFault, string>> = {
  credentials: "PayPal doesn't accept the client ID and secret.",
  "no-payouts": "Payouts is off for the PayPal app.",
  unreachable: "PayPal can't be reached.",
};

const nextStep: Readonly<Record<ConnectionFault, string>> = {
  credentials: "Connect the account again under Settings, Payouts.",
  "no-payouts": "Turn it on in PayPal's developer dashboard.",
  unreachable: "Check again in a few minutes.",
};

const leastVersion = 15;

type DatabaseState = { readonly version: number; readonly hasTables: boolean } | { readonly error: string };

function checkDatabase(state: DatabaseState): Finding {
  if ("error" in state) {
    return failed(
      `The database does not answer: ${state.error}.`,
      "Check DATABASE_URL and that PostgreSQL runs.",
    );
  }
  if (state.version < leastVersion) {
    return failed(`PostgreSQL ${state.version} is too old.`, `Use PostgreSQL ${leastVersion} or newer.`);
  }
  if (!state.hasTables) return warning("The database is empty.", "npm start creates what the app needs.");
  return ok(`PostgreSQL ${state.version} answers.`);
}

function checkSecret(seal: Awaited<ReturnType<typeof readSeal>>): Finding {
  if (seal === "ours") return ok("The database opens with this APP_SECRET.");
  if (seal === "new") return unknown("Nothing was sealed yet.", "Start the app, then check again.");
  const [meaning = "", next = ""] = seal.message.split(". ");
  return failed(`${meaning}.`, next);
}

async function checkEmail(): Promise<Finding> {
  try {
    await checkMailServer();
  } catch (error) {
    if (error instanceof NoMailServerError) {
      return failed("Emails aren't sent. SMTP_URL isn't set.", "Set SMTP_URL to your email server.");
    }
    return failed(`The email server does not answer: ${mailFaultText(error)}.`, "Check SMTP_URL.");
  }
  return env().MAIL_FROM.includes("@localhost") && env().ALLOW_LOCAL_SHOPIFY !== "demo"
    ? warning("Emails come from an address at localhost.", "Set MAIL_FROM to an address of yours.")
    : ok("The email server answers.");
}
