import { checkWebhooks, checkProxies, checkPixel, checkEmbed, checkProxy } from "./check-arrivals.ts";
import {
  type CheckId,
  failed,
  type Finding,
  type HealthCheck,
  type Meaning,
  ok,
  unknown,
  type UntriedWhy,
  warning,
} from "#app/domain/health-check.ts";
import { environmentOf } from "#app/domain/payouts/paypal-account.ts";
import { checkMailServer, mailFaultText, NoMailServerError } from "#app/gateways/email/send-mail.server.ts";
import { tryConnection } from "#app/gateways/paypal/connection.server.ts";
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
import { HashedElsewhere, readSeal, SealedElsewhere } from "./check-seal.ts";
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

type UntriedCheck = { readonly untried: UntriedWhy } | { readonly untried: "error"; readonly error: string };

const patienceMs = 10_000;

/** Runs all checks at once. Returns a line for each, even if it fails. */
export async function runChecks(asked: HealthInput): Promise<HealthCheck[]> {
  const grounds = await readHealthFacts(asked);
  const { seal, note, shop, scopes } = grounds;
  const toml = await tryCheck(() => Promise.resolve(readAppToml(asked.config)));
  const token = isUntried(note) ? null : note;
  const proxies = asked.proxies ?? token?.proxies ?? null;
  const orders = isAnswered(scopes) ? ordersShop(shop, scopes) : untriedFrom(scopes);
  const checks: [id: CheckId, finding: Finding | Promise<Finding>][] = [
    ["database", checkDatabase(grounds.database)],
    ["app-secret", checkIfTried(seal, (one) => checkSecret(one))],
    ["client-id", checkIfTried(toml, checkClientId)],
    ["configuration", checkIfTried(toml, checkAppToml)],
    ["https", checkIfTried(toml, checkHttps)],
    ["api-version", checkApiVersion(asked.now)],
    ["credentials", checkIfTried(note, () => checkCredentials(asked.shop?.domain ?? null, token))],
    ["admin-api", checkIfTried(scopes, checkAdminApi)],
    ["ip-allowlist", checkIfTried(scopes, checkAllowlist)],
    ["clock", checkClock(isUntried(scopes) ? null : scopes.aheadMs, token)],
    ["scopes", checkIfTried(isAnswered(scopes) ? scopes : untriedFrom(scopes), checkScopes)],
    ["protected-data", checkIfTried(orders, ({ domain }) => checkProtectedData(domain))],
    ["bulk", checkIfTried(orders, ({ domain }) => checkBulk(domain))],
    ["pixel", checkIfTried(shop, checkPixel)],
    ["embed", checkIfTried(shop, (one) => checkEmbed(one, asked.now))],
    ["proxy", checkIfTried(shop, checkProxy)],
    ["webhooks", checkIfTried(shop, checkWebhooks)],
    ["paypal", checkIfTried(shop, (one) => checkPaypal(one, asked.now))],
    ["email", tryCheck(checkEmail).then((finding) => checkIfTried(finding, (one) => one))],
    ["proxies", checkProxies(proxies)],
  ];
  return await Promise.all(checks.map(async ([id, finding]) => ({ id, ...(await finding) })));
}

const databaseAway: UntriedCheck = { untried: "database_away" };
const databaseEmpty: UntriedCheck = { untried: "database_empty" };

async function readHealthFacts({ shop }: HealthInput): Promise<HealthFacts> {
  const database = await tryCheck(() => readDatabase(db()));
  const away = isUntried(database) ? databaseAway : databaseEmpty;
  if (isUntried(database) || !database.hasTables) {
    return { database, seal: away, note: away, shop: away, scopes: away };
  }
  const [seal, note] = await Promise.all([tryCheck(readSeal), tryCheck(currentTokenNote)]);
  const named = shop ?? ({ untried: "no_shop" } as const);
  const sealed = seal instanceof SealedElsewhere ? ({ untried: "other_secret" } as const) : named;
  const scopes = isUntried(sealed) ? sealed : await tryCheck(() => probeScopes(sealed.domain));
  return { database, seal, note, shop: named, scopes };
}

/** Without read_orders, Shopify answers nothing about orders, which the permissions check reports. */
function ordersShop(shop: InstalledShop | UntriedCheck, scopes: ScopesProbe): InstalledShop | UntriedCheck {
  return missingScopes(scopes).includes("read_orders") ? { untried: "no_read_orders" } : shop;
}

function isAnswered(scopes: ScopesProbe | UntriedCheck): scopes is ScopesProbe {
  return !isUntried(scopes) && scopes.status === 200;
}

function untriedFrom(scopes: ScopesProbe | UntriedCheck): UntriedCheck {
  return isUntried(scopes) ? scopes : { untried: "shopify_silent" };
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
  return isUntried(found) ? unknown(untriedMeaning(found)) : found;
}

function untriedMeaning(check: UntriedCheck): Meaning {
  return check.untried === "error"
    ? { code: "untried_error", error: check.error }
    : { code: "untried", why: check.untried };
}

async function tryCheck<Answer>(work: () => Promise<Answer>): Promise<Answer | UntriedCheck> {
  try {
    return await within(work(), patienceMs);
  } catch (error) {
    return { untried: "error", error: String(describeError(error)["error"]).replace(/\.$/, "") };
  }
}

/** Checks the credentials of the account that pays for the shop. */
async function checkPaypal({ shopId }: InstalledShop, now: Date): Promise<Finding> {
  const account = await paypalFor(db(), shopId);
  if (!account) return unknown("paypal_missing", "connect_paypal");
  const connection = await tryConnection(account, now);
  if (connection === "credentials") return failed("paypal_credentials", "connect_paypal_again");
  if (connection === "no-payouts") return failed("paypal_no_payouts", "enable_payouts");
  if (connection === "unreachable") return failed("paypal_unreachable", "check_again_soon");
  if (!connection.canReport) return warning("paypal_no_reports", "enable_reports");
  if (account.webhookId === "") return warning("paypal_no_webhook", "connect_paypal_again");
  return ok(environmentOf(account.origin) === "live" ? "paypal" : "paypal_sandbox");
}

const leastVersion = 15;

type DatabaseState = Awaited<ReturnType<typeof readDatabase>> | UntriedCheck;

function checkDatabase(state: DatabaseState): Finding {
  if (isUntried(state)) {
    const error = state.untried === "error" ? state.error : state.untried;
    return failed({ code: "database_away", error }, "check_database");
  }
  const { version, hasTables } = state;
  if (version < leastVersion) {
    return failed({ code: "database_old", version }, { code: "update_database", version: leastVersion });
  }
  return hasTables ? ok({ code: "database", version }) : warning("database_empty", "create_tables");
}

function checkSecret(seal: Awaited<ReturnType<typeof readSeal>>): Finding {
  if (seal === "ours") return ok("secret");
  if (seal === "new") return unknown("secret_new", "start_app");
  return seal instanceof HashedElsewhere
    ? failed("hashed_elsewhere", "set_hash_secret")
    : failed("sealed_elsewhere", "set_secret");
}

async function checkEmail(): Promise<Finding> {
  try {
    await checkMailServer();
  } catch (error) {
    if (error instanceof NoMailServerError) return failed("email_off", "configure_smtp");
    return failed({ code: "email_away", error: mailFaultText(error) }, "check_smtp");
  }
  return env().MAIL_FROM.includes("@localhost") && env().ALLOW_LOCAL_SHOPIFY !== "demo"
    ? warning("email_localhost", "set_mail_from")
    : ok("email");
}
