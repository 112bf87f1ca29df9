import { type Finding, type HealthCheck, unknown } from "#app/domain/health-check.ts";
import { probeScopes } from "#app/gateways/shopify/probe-access.ts";
import { db } from "#app/platform/db.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { within } from "#app/platform/coalesce.ts";
import { type InstalledShop, readDatabase } from "#app/store/health.ts";
import {
  checkApiVersion,
  checkAppToml,
  checkClientId,
  checkHttps,
  readAppToml,
} from "./check-configuration.ts";
import {
  checkAdminApi,
  checkAllowlist,
  checkBulk,
  checkClock,
  checkCredentials,
  checkProtectedData,
  checkScopes,
  currentTokenNote,
  missingScopes,
  type ScopesProbe,
} from "./check-platform.ts";
import { checkPaypal } from "./check-paypal.ts";
import { readSeal, SealedElsewhere } from "./check-seal.ts";
import {
  checkDatabase,
  checkEmail,
  checkProxies,
  checkSecret,
  checkWebhooks,
  type DatabaseState,
} from "./check-server.ts";
import { checkEmbed, checkPixel, checkProxy } from "./check-storefront.ts";
import type { TokenNote } from "./note-token.ts";

export type HealthAsked = {
  /** The store whose side is checked; null where none has the app, or none is known because the database is away. */
  readonly shop: InstalledShop | null;
  readonly now: Date;
  /** Addresses in X-Forwarded-For of the request that asks; null asks what a request was last seen with. */
  readonly proxies: number | null;
  /** The app's configuration file; null for shopify.app.toml. */
  readonly config: string | null;
};

/** Values that several checks need. A reason in place of a value says why they are not tried. */
type Grounds = {
  readonly database: DatabaseState;
  readonly seal: Awaited<ReturnType<typeof readSeal>> | Untried;
  readonly note: TokenNote | null | Untried;
  readonly shop: InstalledShop | Untried;
  readonly scopes: ScopesProbe | Untried;
};

type Untried = { readonly untried: string };

const patienceMs = 10_000;

/** Tries everything at once, and answers a line for each check, whatever fails. */
export async function runChecks(asked: HealthAsked): Promise<HealthCheck[]> {
  const grounds = await findGrounds(asked);
  const { seal, note, shop, scopes } = grounds;
  const toml = await attempt(() => Promise.resolve(readAppToml(asked.config)));
  const token = isUntried(note) ? null : note;
  const proxies = asked.proxies ?? token?.proxies ?? null;
  const orders = isAnswered(scopes) ? ordersShop(shop, scopes) : unanswered(scopes);
  const checks: [id: string, title: string, finding: Finding | Promise<Finding>][] = [
    ["database", "Database", checkDatabase(grounds.database)],
    ["app-secret", "App secret", given(seal, (one) => checkSecret(one))],
    ["client-id", "Client ID", given(toml, checkClientId)],
    ["configuration", "App configuration", given(toml, checkAppToml)],
    ["https", "HTTPS", given(toml, checkHttps)],
    ["api-version", "API version", checkApiVersion(asked.now)],
    [
      "credentials",
      "API key and secret",
      given(note, () => checkCredentials(asked.shop?.domain ?? null, token)),
    ],
    ["admin-api", "Admin API", given(scopes, checkAdminApi)],
    ["ip-allowlist", "IP allowlist", given(scopes, checkAllowlist)],
    ["clock", "Clock", checkClock(isUntried(scopes) ? null : scopes.aheadMs, token)],
    ["scopes", "Permissions", given(isAnswered(scopes) ? scopes : unanswered(scopes), checkScopes)],
    ["protected-data", "Protected customer data", given(orders, ({ domain }) => checkProtectedData(domain))],
    ["bulk", "Bulk operations", given(orders, ({ domain }) => checkBulk(domain))],
    ["pixel", "Web pixel", given(shop, checkPixel)],
    ["embed", "Theme embed", given(shop, (one) => checkEmbed(one, asked.now))],
    ["proxy", "App proxy", given(shop, checkProxy)],
    ["webhooks", "Webhooks", given(shop, checkWebhooks)],
    ["paypal", "PayPal", given(shop, (one) => checkPaypal(one, asked.now))],
    ["email", "Email", attempt(checkEmail).then((finding) => given(finding, (one) => one))],
    ["proxies", "Trusted proxies", checkProxies(proxies)],
  ];
  return await Promise.all(checks.map(async ([id, title, finding]) => ({ id, title, ...(await finding) })));
}

async function findGrounds({ shop }: HealthAsked): Promise<Grounds> {
  const database = await attempt(() => readDatabase(db()));
  const away = isUntried(database)
    ? { untried: "the database does not answer" }
    : !database.hasTables && { untried: "the database is empty" };
  if (away) {
    const state = isUntried(database) ? { error: database.untried } : database;
    return { database: state, seal: away, note: away, shop: away, scopes: away };
  }
  const [seal, note] = await Promise.all([attempt(readSeal), attempt(currentTokenNote)]);
  const named = shop ?? { untried: "no store has installed the app" };
  const sealed =
    seal instanceof SealedElsewhere ? { untried: "APP_SECRET does not open the store's token" } : named;
  const scopes = isUntried(sealed) ? sealed : await attempt(() => probeScopes(sealed.domain));
  return { database: database as DatabaseState, seal, note, shop: named, scopes };
}

/** Without read_orders Shopify answers nothing about orders, and that is told by the line about permissions. */
function ordersShop(shop: InstalledShop | Untried, scopes: ScopesProbe): InstalledShop | Untried {
  return missingScopes(scopes).includes("read_orders") ? { untried: "read_orders is not granted" } : shop;
}

function isAnswered(scopes: ScopesProbe | Untried): scopes is ScopesProbe {
  return !isUntried(scopes) && scopes.status === 200;
}

function unanswered(scopes: ScopesProbe | Untried): Untried {
  return isUntried(scopes) ? scopes : { untried: "Shopify does not answer the app's calls" };
}

function isUntried(value: unknown): value is Untried {
  return typeof value === "object" && value !== null && "untried" in value;
}

/** Runs a check on what it needs; what is not there, or fails, leaves it unknown. */
async function given<Needed>(
  needed: Needed | Untried,
  check: (needed: Needed) => Finding | Promise<Finding>,
): Promise<Finding> {
  const found = isUntried(needed) ? needed : await attempt(async () => await check(needed));
  return isUntried(found) ? unknown(`Not tried: ${found.untried}.`) : found;
}

async function attempt<Answer>(work: () => Promise<Answer>): Promise<Answer | Untried> {
  try {
    return await within(work(), patienceMs);
  } catch (error) {
    return { untried: String(describeError(error)["error"]).replace(/\.$/, "") };
  }
}
