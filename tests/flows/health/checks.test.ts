import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { requireOwnSeal } from "#app/flows/health/check-seal.ts";
import { runChecks } from "#app/flows/health/run-checks.ts";
import { healthWords } from "#app/http/health-words.ts";
import { checkProxies } from "#app/flows/health/check-arrivals.ts";
import { sendTestEmail } from "#app/flows/health/send-test-email.ts";
import { checkApiVersion, checkClock } from "#app/flows/health/check-platform.ts";
import { startBulkOrders } from "#app/gateways/shopify/bulk-orders.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { findFact, type InstalledShop, keepFact } from "#app/store/health.ts";
import { erasePaypalSecretsOf } from "#app/store/payout-details.ts";
import { findShopByDomain } from "#app/store/shops.ts";
import { startLocalPaypal } from "../../../local-paypal/server.ts";
import { placeOrder } from "../../../local-shopify/commerce/place-order.ts";
import { calmSwitches, type ShopState, type Switches } from "../../../local-shopify/state.ts";
import { install, makeBrowser } from "../../support/browser.ts";
import { setEnv } from "../../support/environment.ts";
import { addPlatformShop } from "../../support/local-platform.ts";
import { addPaypalAccount } from "../../support/paypal-account.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();
const folder = mkdtempSync(join(tmpdir(), "doctor-"));
const config = join(folder, "shopify.app.toml");
const appUrl = "https://affiliates.example";

let state: ShopState;
let shop: InstalledShop;

/** The app's configuration as it is when everything was filled in. */
function writeConfig(change: (text: string) => string = (text) => text): void {
  const filled = readFileSync("shopify.app.toml", "utf8")
    .replace('client_id = ""', 'client_id = "test-key"')
    .replaceAll("http://localhost:3000", appUrl);
  writeFileSync(config, change(filled));
}

function turn(change: Partial<Switches>): void {
  platform.ctx.mutate((all) => {
    Object.assign(all.switches, change);
  });
}

const run = async () => healthWords(await runChecks({ shop, now: new Date(), proxies: 1, config }));

/** The lines that are not as they should be, by state. */
async function issues() {
  const checks = await run();
  const idsOf = (wanted: string) => checks.filter((one) => one.state === wanted).map((one) => one.id);
  return { failed: idsOf("failed"), warning: idsOf("warning"), unknown: idsOf("unknown") };
}

/** Nothing runs at the app's address, and the job that switches on the pixel has not run. */
const calm = { failed: [], warning: [], unknown: ["pixel", "proxy", "webhooks", "paypal"] };

beforeAll(async () => {
  state = addPlatformShop(platform);
  await install(makeBrowser(), state.domain);
  const found = await findShopByDomain(db(), state.domain);
  if (!found) throw new Error("The shop was not installed.");
  shop = found;
  await requireOwnSeal(new Date());
  const [variant] = state.products[0]?.variants ?? [];
  placeOrder(platform.ctx, state.domain, {
    lines: [{ variantId: variant?.id ?? 0, quantity: 1 }],
    customer: state.customers[0]?.id ?? 0,
  });
});
beforeEach(() => {
  writeConfig();
  const smtp = `smtp://127.0.0.1:${platform.smtpPort}`;
  setEnv({ SHOPIFY_APP_URL: appUrl, SMTP_URL: smtp, MAIL_FROM: "Demo <affiliates@demo.example>" });
});
afterEach(() => {
  turn(calmSwitches);
  setEnv({ SHOPIFY_API_SECRET: "test-secret", SHOPIFY_API_KEY: "test-key" });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const paypalLine = async () => (await run()).find((check) => check.id === "paypal");

describe("the health checks", () => {
  it("find nothing on a correct installation", async () => {
    expect(await issues()).toEqual(calm);
  });

  it("say which setting emails need", async () => {
    setEnv({ SMTP_URL: "" });
    const line = (await run()).find((check) => check.id === "email");
    expect(line?.meaning).toBe("Emails aren't sent. SMTP_URL isn't set.");
  });

  it("try the PayPal account that pays for the store", async () => {
    const paypal = await startLocalPaypal({ clientId: "client", clientSecret: "secret" });
    onTestFinished(() => paypal.close());
    setEnv({ PAYPAL_LOCAL_URL: paypal.url });
    await addPaypalAccount(shop.shopId);
    expect(await paypalLine()).toMatchObject({ state: "ok", meaning: expect.stringContaining("sandbox") });
    paypal.switch({ rights: { payouts: true, reporting: false } });
    expect(await paypalLine()).toMatchObject({ state: "warning", meaning: "PayPal gives no reports." });
    paypal.switch({ rights: { payouts: false, reporting: true } });
    expect(await paypalLine()).toMatchObject({
      state: "failed",
      meaning: "Payouts is off for the PayPal app.",
    });
    setEnv({ PAYPAL_LOCAL_URL: "http://127.0.0.1:9" });
    expect(await paypalLine()).toMatchObject({ state: "failed", meaning: "Couldn't reach PayPal." });
    await inTransaction((tx) => erasePaypalSecretsOf(tx, shop.shopId, new Date()));
    expect(await paypalLine()).toMatchObject({ state: "unknown", meaning: "PayPal isn't connected." });
  });

  it.each([
    ["an empty client id", () => writeConfig((text) => text.replace('"test-key"', '""')), "client-id"],
    [
      "another app's client id",
      () => writeConfig((text) => text.replace('"test-key"', '"other"')),
      "client-id",
    ],
    [
      "a scope that SCOPES lacks",
      () => writeConfig((text) => text.replace('"read_orders,', '"read_orders,read_themes,')),
      "configuration",
    ],
    [
      "another address",
      () => writeConfig((text) => text.replaceAll(appUrl, "https://other.example")),
      "configuration",
    ],
    [
      "another API version",
      () => writeConfig((text) => text.replace('"2026-10"', '"2026-07"')),
      "configuration",
    ],
    ["a wrong API secret", () => setEnv({ SHOPIFY_API_SECRET: "wrong" }), "credentials"],
    ["no email server", () => setEnv({ SMTP_URL: "" }), "email"],
    ["an email server that does not answer", () => setEnv({ SMTP_URL: "smtp://127.0.0.1:1" }), "email"],
    ["withheld protected fields", () => turn({ withhold: true }), "protected-data"],
  ])("fail on one line only with %s", async (_, spoil, id) => {
    spoil();
    expect((await issues()).failed).toEqual([id]);
  });

  it("fail on the line about https with an http address", async () => {
    const address = appUrl.replace("https", "http");
    setEnv({ SHOPIFY_APP_URL: address });
    writeConfig((text) => text.replaceAll(appUrl, address));
    expect((await issues()).failed).toEqual(["https"]);
  });

  it("fail on the line about permissions without read_orders, and try nothing that needs it", async () => {
    const granted =
      state.installation?.scopes ?? platform.store.state.shops[shop.domain]?.installation?.scopes ?? [];
    const grant = (scopes: string[]) =>
      platform.ctx.mutate((all) => {
        const installation = all.shops[shop.domain]?.installation;
        if (installation) installation.scopes = scopes;
      });
    grant(granted.filter((scope) => scope !== "read_orders"));
    const found = await issues();
    grant(granted);
    expect(found.failed).toEqual(["scopes"]);
    expect(found.unknown).toEqual(["protected-data", "bulk", ...calm.unknown]);
  });

  it("fail on the line about the theme embed while it is off", async () => {
    const settings = platform.store.state.shops[shop.domain]?.settings;
    if (settings) settings.themeEmbed = false;
    const found = await issues();
    if (settings) settings.themeEmbed = true;
    expect(found.failed).toEqual(["embed"]);
  });

  it("fail on the line about the app secret with a database sealed under another one", async () => {
    const probe = await findFact(db(), "sealed-probe");
    if (!probe) throw new Error("There is no probe.");
    await keepFact(db(), "sealed-probe", { ...probe, value: `${probe.value.slice(0, -4)}AAAA` });
    const found = await issues();
    await keepFact(db(), "sealed-probe", probe);
    expect(found.failed).toEqual(["app-secret"]);
    expect(found.unknown).toContain("admin-api");
  });

  it("tell an address outside the IP allowlist from denied bulk operations", async () => {
    turn({ graphql: "forbidden" });
    expect((await issues()).failed).toEqual(["ip-allowlist"]);
    turn({ graphql: "normal", bulkDenied: true });
    const found = await issues();
    expect(found).toEqual({ ...calm, warning: ["bulk"] });
  });

  it("know denied bulk operations by a user error too, as the import does", async () => {
    const plain = globalThis.fetch;
    const denial = {
      bulkOperation: null,
      userErrors: [{ message: "Access denied for orders.", code: null }],
    };
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) =>
      typeof init?.body === "string" && init.body.includes("bulkOperationRunQuery")
        ? Response.json({ data: { bulkOperationRunQuery: denial } })
        : await plain(input, init),
    );
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await issues()).toEqual({ ...calm, warning: ["bulk"] });
    const started = startBulkOrders(shop.domain, { from: new Date(0), until: new Date() });
    await expect(started).rejects.toMatchObject({ kind: "denied" });
  });

  it("name the withheld fields and what to request", async () => {
    turn({ withhold: true });
    const line = (await run()).find((check) => check.id === "protected-data");
    expect(line?.meaning).toBe(
      "Shopify withholds these order fields: customer, email, shipping address, billing address.",
    );
    expect(line?.next).toContain("API access requests");
  });

  it("tell an API version that ends soon, a clock that is off, and proxies that are not counted", () => {
    expect(checkApiVersion(new Date("2026-11-25")).state).toBe("ok");
    expect(checkApiVersion(new Date("2027-08-01")).state).toBe("warning");
    expect(checkApiVersion(new Date("2027-10-02")).state).toBe("failed");
    expect(checkClock(500, null).state).toBe("ok");
    expect(checkClock(-5000, null).state).toBe("warning");
    expect(checkClock(70_000, null)).toMatchObject({
      state: "failed",
      meanings: [{ code: "clock_off", seconds: 70, side: "behind" }],
    });
    expect([0, 1, 2].map((seen) => checkProxies(seen).state)).toEqual(["warning", "ok", "warning"]);
  });

  it("send a test email, or say why it did not leave", async () => {
    expect(await sendTestEmail("ada@demo.example")).toBeNull();
    expect(platform.store.state.mails.at(-1)).toMatchObject({
      to: ["ada@demo.example"],
      text: expect.stringContaining("Email delivery works."),
    });
    setEnv({ SMTP_URL: "" });
    expect(await sendTestEmail("ada@demo.example")).toMatchObject({ refused: "unavailable" });
  });
});

/** Runs `npm run doctor` with the test's environment. */
function doctor(
  env: Record<string, string>,
): Promise<{ code: number | null; failed: string[]; text: string }> {
  const script = fileURLToPath(new URL("../../../scripts/doctor.ts", import.meta.url));
  return new Promise((resolve) => {
    const args = [script, "--config", config, "--shop", shop.domain];
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: "pipe",
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (part: Buffer) => (text += part.toString()));
    }
    child.once("close", (code) => {
      const failed = text.split("\n").filter((line) => line.startsWith("FAILED"));
      resolve({ code, failed: failed.map((line) => line.slice(8, 32).trim()), text });
    });
  });
}

describe("npm run doctor", () => {
  it("ends with 0 where nothing fails, and tells no secret", async () => {
    const { code, failed, text } = await doctor({});
    expect({ code, failed }).toEqual({ code: 0, failed: [] });
    expect(text).toMatch(/^Store: t-\w+\.myshopify\.com\nok +Database +PostgreSQL \d+ answers\.$/m);
    expect(text).not.toContain("test-secret");
  });

  it("fails on the line about the database alone while that is away, and says what was not tried", async () => {
    const { code, failed, text } = await doctor({ DATABASE_URL: "postgresql://127.0.0.1:1/nowhere" });
    expect({ code, failed }).toEqual({ code: 1, failed: ["Database"] });
    expect(text).toContain("Not checked. The database doesn't answer.");
  });

  it("names what is missing in the environment", async () => {
    const { code, text } = await doctor({ APP_SECRET: "" });
    expect(code).toBe(1);
    expect(text).toContain("Environment: APP_SECRET is missing");
  });
});
