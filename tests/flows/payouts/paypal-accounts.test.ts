import { setTimeout } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { idPrefixes, type PaypalAccountId, type PayoutSectionId, type ShopId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { cancelRequest } from "#app/flows/payouts/request-actions.ts";
import { connectPaypal, disconnectPaypal } from "#app/flows/payouts/connect-paypal.ts";
import { tendPaypalAccounts } from "#app/flows/payouts/erase-paypal-accounts.ts";
import { freezeSection } from "#app/flows/payouts/freeze-section.ts";
import { previewSection } from "#app/flows/payouts/preview-section.ts";
import { importReport } from "#app/flows/payouts/read-report.ts";
import { sendSection, sendDue } from "#app/flows/payouts/send-due.ts";
import { receivePaypalNotice } from "#app/flows/payouts/receive-notice.ts";
import { redactShop } from "#app/flows/privacy/redact-shop.ts";
import { createPayout } from "#app/gateways/paypal/payouts.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { requestsOfSection } from "#app/store/payout-requests.ts";
import {
  currentPaypalAccount,
  insertPaypalAccount,
  listPaypalAccounts,
  lockPaypalAccounts,
  lockPaypalFor,
  openPaypalAccount,
  paypalFor,
  retirePaypalAccount,
} from "#app/store/payout-details.ts";
import { payoutRequests, payoutPayments, payoutNotices, paypalAccounts } from "#app/store/schema/payouts.ts";
import { shops } from "#app/store/schema/shops.ts";
import { reasonAsText } from "#app/domain/refusal.ts";
import { chanceOf } from "../../histories/random.ts";
import { setEnv } from "../../support/environment.ts";
import { noticesOf, testClient } from "../../support/paypal-account.ts";
import { giveAll, makePayees, planned, type PayeeShop, tester } from "../../support/planned-payouts.ts";
import { type PaypalWorld, startPaypalWorld } from "./paypal-world.ts";
import { whyOf } from "../../support/why.ts";

const other = { clientId: "other-client", clientSecret: "other-secret-9f2" };
const first = { environment: "sandbox", clientId: testClient.clientId, clientSecret: "secret" } as const;
const second = { environment: "sandbox", ...other } as const;

let world: PaypalWorld;
beforeAll(async () => {
  world = await startPaypalWorld([{ ...other, funds: { USD: 10_000_000n } }]);
  setEnv({ SHOPIFY_APP_URL: world.webhookUrl, PAYPAL_URL: "", PAYPAL_SHOPS: "" });
});
afterAll(() => world.close());
afterEach(() => {
  vi.restoreAllMocks();
  setEnv({ PAYPAL_LOCAL_URL: world.paypal.url, PAYPAL_URL: "", PAYPAL_SHOPS: "" });
});

const clock = () => world.clockOf(chanceOf(5));
const now = () => world.paypal.ctx.now();
const by = () => ({ actor: tester, now: now() });
const otherSide = () => world.paypal.account(other.clientId);

async function connect(shopId: ShopId, asked: Parameters<typeof connectPaypal>[1]) {
  const connected = await connectPaypal({ shop: { shopId }, ...by() }, asked);
  if (isRefusal(connected)) throw new Error(whyOf(connected));
  return connected;
}

let made = 0;
/** A shop with one affiliate, who is to get 7.00; its request is frozen and not sent yet. */
async function payable() {
  made += 1;
  const email = `a${made}-${process.pid}@pay.example`;
  const shop = await makePayees(1, () => ({ kind: "paypal", email }));
  const plan = async () => {
    const payments = shop.payees.map((payee) => ({ payee, amountMinor: 700n }));
    const { sectionId } = await planned(shop, payments, { now: now() });
    return sectionId;
  };
  return { shop, shopId: shop.shopId, email, plan };
}

const send = (shopId: ShopId, sectionId: PayoutSectionId) => sendSection({ shopId, sectionId }, clock());

async function requestOf(shopId: ShopId, sectionId: PayoutSectionId) {
  const [request] = await requestsOfSection(db(), shopId, { sectionId, after: 0, limit: 2 });
  if (!request) throw new Error("Nothing was frozen.");
  return request;
}

async function paymentOf(shopId: ShopId, sectionId: PayoutSectionId) {
  const [payment] = await db()
    .select()
    .from(payoutPayments)
    .where(and(eq(payoutPayments.shopId, shopId), eq(payoutPayments.sectionId, sectionId)));
  return payment;
}

/** PayPal works on everything, and the app asks about it. */
async function finish(): Promise<void> {
  await world.paypal.settle();
  await otherSide().settle();
  world.paypal.advance(3_600_000);
  for (let pass = 0; pass < 10; pass += 1) if (!(await sendDue(clock()))) return;
}

/** Minor units that somebody received, by both accounts' own books. */
const received = (email: string) =>
  [world.paypal, otherSide()].map((side) =>
    BigInt(side.books().accounts.find((one) => one.account === `receiver:${email}`)?.minor ?? 0),
  );

/** In the order of their names: those of one instant have none. */
async function auditOf(shopId: ShopId) {
  const events = await listAudit(db(), shopId, { kind: "shop", id: shopId });
  return events.map((one) => one.action).toSorted();
}

const webhooksOf = (side: { ctx: PaypalWorld["paypal"]["ctx"] }, shopId: ShopId) =>
  side.ctx.state.webhooks.filter(({ url }) => url.includes(shopId)).map(({ url }) => url);

describe("connecting an account", () => {
  it("keeps the secret sealed, has PayPal notify an address of the account, and says who did it", async () => {
    const { shopId } = await payable();
    expect(await connect(shopId, second)).toEqual({ canReport: true, hasWebhook: true });
    const row = await currentPaypalAccount(db(), shopId);
    expect(row && openPaypalAccount(row)).toMatchObject(other);
    expect(webhooksOf(otherSide(), shopId)).toEqual([
      `${world.webhookUrl}/webhooks/paypal/${shopId}/${row?.accountId}`,
    ]);
    expect(row?.webhookId).not.toBe("");
    const events = await listAudit(db(), shopId, { kind: "shop", id: shopId });
    expect(events.find((one) => one.action === "paypal-replaced")).toMatchObject({
      actorName: tester.name,
      details: { environment: "sandbox", clientId: "othe…" },
    });
    expect(JSON.stringify([events, row])).not.toContain(other.clientSecret);
  });

  it.each([
    ["a wrong secret", { ...second, clientSecret: "wrong" }, "clientSecret"],
    ["an unknown client ID", { ...second, clientId: "nobody" }, "clientSecret"],
  ])("is refused at the field with %s, and changes nothing", async (_what, asked, field) => {
    const { shopId } = await payable();
    const before = await listPaypalAccounts(db(), shopId);
    expect(await connectPaypal({ shop: { shopId }, ...by() }, asked)).toMatchObject({
      refused: "invalid",
      errors: [{ field }],
    });
    expect(await listPaypalAccounts(db(), shopId)).toEqual(before);
    expect(await auditOf(shopId)).toEqual([]);
  });

  it("is refused with the wrong secret of an account that another store has connected", async () => {
    const [mine, theirs] = [await payable(), await payable()];
    await connect(theirs.shopId, second);
    const asked = { ...second, clientSecret: `${other.clientSecret}x` };
    expect(await connectPaypal({ shop: mine, ...by() }, asked)).toMatchObject({
      errors: [{ field: "clientSecret" }],
    });
  });

  it("says at the environment that sandbox credentials are no live ones", async () => {
    const { shopId } = await payable();
    const fetchReally = globalThis.fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      return url.startsWith("https://api-m.paypal.com/")
        ? Promise.resolve(Response.json({ error: "invalid_client" }, { status: 401 }))
        : fetchReally(input, init);
    });
    expect(
      await connectPaypal({ shop: { shopId }, ...by() }, { ...second, environment: "live" }),
    ).toMatchObject({
      reason: { code: "paypal_environment", what: "sandbox" },
      errors: [{ field: "environment" }],
    });
  });

  it("is refused where PayPal can't be reached, and where Payouts is off", async () => {
    const { shopId } = await payable();
    otherSide().switch({ rights: { payouts: false, reporting: true } });
    expect(await connectPaypal({ shop: { shopId }, ...by() }, second)).toMatchObject({
      errors: [{ field: "clientId" }],
    });
    otherSide().switch({ rights: { payouts: true, reporting: false } });
    expect(await connect(shopId, second)).toMatchObject({ canReport: false });
    otherSide().switch({ rights: { payouts: true, reporting: true } });
    setEnv({ PAYPAL_LOCAL_URL: "http://127.0.0.1:9" });
    expect(await connectPaypal({ shop: { shopId }, ...by() }, second)).toMatchObject({
      refused: "unavailable",
      errors: [],
    });
  });

  it("takes a new secret for the account that is connected, whose payments stay its own", async () => {
    const { shopId } = await payable();
    const before = await currentPaypalAccount(db(), shopId);
    await connect(shopId, first);
    expect(await currentPaypalAccount(db(), shopId)).toMatchObject({ accountId: before?.accountId });
    expect(await auditOf(shopId)).toEqual(["paypal-renewed"]);
  });

  it("is done once by two people at the same time", async () => {
    const { shopId } = await payable();
    await Promise.all([connect(shopId, second), connect(shopId, second)]);
    expect(await listPaypalAccounts(db(), shopId)).toHaveLength(2);
  });
});

/** Each has sent a payment of 7.00 from its own account. */
async function both() {
  const [mine, theirs] = [await payable(), await payable()];
  await connect(theirs.shopId, second);
  const [ours, others] = [await mine.plan(), await theirs.plan()];
  await send(mine.shopId, ours);
  await send(theirs.shopId, others);
  return { mine, theirs, ours, others };
}

describe("two stores with an account each", () => {
  it("pay from their own alone", async () => {
    const { mine, theirs, ours, others } = await both();
    await finish();
    expect([received(mine.email), received(theirs.email)]).toEqual([
      [700n, 0n],
      [0n, 700n],
    ]);
    expect((await paymentOf(mine.shopId, ours))?.status).toBe("paid");
    expect((await paymentOf(theirs.shopId, others))?.status).toBe("paid");
  });

  it("are not moved by notices of the other's account, however they are signed and addressed", async () => {
    const { mine, theirs, ours } = await both();
    const request = await requestOf(mine.shopId, ours);
    const payment = await paymentOf(mine.shopId, ours);
    const body = JSON.stringify({
      id: `WH-FORGED-${process.pid}`,
      event_type: "PAYMENT.PAYOUTS-ITEM.SUCCEEDED",
      resource: {
        payout_batch_id: "B",
        payout_item: { sender_item_id: `${mine.shopId}:${payment?.paymentId}` },
      },
    });
    const [here, there] = [await noticesOf(mine.shopId), await noticesOf(theirs.shopId)];
    const row = await currentPaypalAccount(db(), theirs.shopId);
    const signed = otherSide().sign(body, { webhookId: row?.webhookId ?? "" });
    const take = async (
      address: Parameters<typeof receivePaypalNotice>[0],
      headers: Record<string, string>,
    ) => {
      const given = { headers: new Headers(headers), rawBody: Buffer.from(body), now: now() };
      return (await receivePaypalNotice(address, { ...given, mayFetch: () => true })).status;
    };
    expect(await take(here, signed)).toBe(401);
    expect(await take({ ...here, accountId: there.accountId }, signed)).toBe(401);
    expect(await take({ ...there, accountId: here.accountId }, signed)).toBe(401);
    expect(await take("server", signed)).toBe(401);
    expect(await take({ shopId: "x", accountId: "y" }, signed)).toBe(401);
    expect(await take(there, signed)).toBe(200);
    const kept = await db().select().from(payoutNotices).where(eq(payoutNotices.shopId, mine.shopId));
    expect(kept).toEqual([]);
    expect((await requestOf(mine.shopId, ours)).nextAt).toEqual(request.nextAt);
    const own = world.paypal.sign(body, { webhookId: testClient.webhookId });
    expect(await take(here, own)).toBe(200);
    expect((await requestOf(mine.shopId, ours)).nextAt).not.toEqual(request.nextAt);
  });

  it("read the report of their own account, whatever names the other one gives its payments", async () => {
    const { mine, theirs, ours } = await both();
    const payment = await paymentOf(mine.shopId, ours);
    const account = await paypalFor(db(), theirs.shopId);
    if (!account) throw new Error("There is no account.");
    const forged = {
      sender_batch_header: { sender_batch_id: `forged-${process.pid}`, email_subject: "Paid" },
      items: [
        {
          recipient_type: "EMAIL",
          amount: { value: "999.00", currency: "USD" },
          receiver: "thief@example.com",
          sender_item_id: `${mine.shopId}:${payment?.paymentId}`,
        },
      ],
    };
    expect(await createPayout(account, JSON.stringify(forged))).toMatchObject({ kind: "accepted" });
    await finish();
    const day = now().toISOString().slice(0, 10);
    const before = new Date(now().getTime() - 86_400_000).toISOString().slice(0, 10);
    const shop = { shopId: mine.shopId, timeZone: "UTC", scopes: "" };
    const statement = await importReport({ shop, ...by() }, { provider: "paypal", first: before, last: day });
    if (isRefusal(statement)) throw new Error(whyOf(statement));
    const { rows } = await db().execute<{ amount: string }>(sql`
      select amount_minor::text as amount from statement_lines
      where shop_id = ${mine.shopId} and statement_id = ${statement.statementId}`);
    expect(rows.map((row) => row.amount)).toEqual(["700"]);
  });
});

describe("replacing an account", () => {
  it("leaves what was sent with it, and erases its secret once that is closed", async () => {
    const { shopId, email, plan } = await payable();
    await connect(shopId, first);
    const sectionId = await plan();
    await send(shopId, sectionId);
    const [old] = await listPaypalAccounts(db(), shopId);
    await connect(shopId, second);
    await tendPaypalAccounts(now());
    expect((await requestOf(shopId, sectionId)).accountId).toBe(old?.accountId);
    expect((await listPaypalAccounts(db(), shopId))[0]?.sealedSecret).not.toBe("");
    expect(webhooksOf(world.paypal, shopId)).toHaveLength(1);
    await finish();
    expect((await paymentOf(shopId, sectionId))?.status).toBe("paid");
    expect(received(email)).toEqual([700n, 0n]);
    await tendPaypalAccounts(now());
    expect((await listPaypalAccounts(db(), shopId))[0]).toMatchObject({ sealedSecret: "", webhookId: "" });
    expect(webhooksOf(world.paypal, shopId)).toEqual([]);
    expect((await requestOf(shopId, sectionId)).nextAt).toBeNull();
    expect(await auditOf(shopId)).toEqual(["paypal-renewed", "paypal-replaced", "paypal-secret-erased"]);
  });

  it("has what nobody was ever asked to pay sent by the new account", async () => {
    const { shopId, email, plan } = await payable();
    const sectionId = await plan();
    await freezeSection(shopId, sectionId, now);
    await connect(shopId, second);
    await send(shopId, sectionId);
    await finish();
    expect(received(email)).toEqual([0n, 700n]);
  });

  it("sends nothing again that the old account refused, and lets it be canceled", async () => {
    const { shopId, email, plan } = await payable();
    const sectionId = await plan();
    world.paypal.switch({ faults: { insufficientFunds: 1 } });
    await send(shopId, sectionId);
    expect(await requestOf(shopId, sectionId)).toMatchObject({ status: "refused", wasInDoubt: false });
    await connect(shopId, second);
    await finish();
    const request = await requestOf(shopId, sectionId);
    expect(request).toMatchObject({ status: "refused", nextAt: null });
    expect(request.error).toBe(reasonAsText({ code: "paypal_account_replaced" }));
    expect(await cancelRequest({ shop: { shopId }, ...by() }, request.requestId)).toBeNull();
    expect(received(email)).toEqual([0n, 0n]);
    expect((await paymentOf(shopId, sectionId))?.status).toBe("canceled");
  });

  it("claims with the new account where it waited for the old one to be replaced", async () => {
    const { shopId } = await payable();
    const accountId = newId<PaypalAccountId>(idPrefixes.paypalAccount, now());
    const { claim } = await inTransaction(async (tx) => {
      for (const row of await lockPaypalAccounts(tx, shopId)) await retirePaypalAccount(tx, row, now());
      await insertPaypalAccount(tx, { ...second, shopId, accountId, webhookId: "", connectedAt: now() });
      const waiting = inTransaction((claiming) => lockPaypalFor(claiming, shopId, now()));
      await setTimeout(300);
      return { claim: waiting };
    });
    expect(await claim).toBe(accountId);
  });

  it("sends nothing again that the old account may have paid; its own notice tells", async () => {
    const { shopId, email, plan } = await payable();
    await connect(shopId, first);
    const sectionId = await plan();
    world.paypal.switch({ faults: { cut: 1 }, drop: true });
    await send(shopId, sectionId);
    expect(await requestOf(shopId, sectionId)).toMatchObject({ status: "checking", providerId: "" });
    await connect(shopId, second);
    await finish();
    await finish();
    expect(await requestOf(shopId, sectionId)).toMatchObject({ status: "checking", wasInDoubt: true });
    expect(received(email)).toEqual([700n, 0n]);
    world.paypal.switch({ drop: false });
    const [old] = await listPaypalAccounts(db(), shopId);
    const payment = Object.values(world.paypal.ctx.state.items).find((one) => one.receiver === email);
    const body = JSON.stringify({
      id: `WH-OLD-${process.pid}`,
      event_type: "PAYMENT.PAYOUTS-ITEM.SUCCEEDED",
      resource: { payout_batch_id: payment?.batchId, payout_item: { sender_item_id: payment?.senderItemId } },
    });
    const headers = new Headers(world.paypal.sign(body, { webhookId: old?.webhookId ?? "" }));
    const address = { shopId, accountId: old?.accountId ?? "" };
    const given = { headers, rawBody: Buffer.from(body), now: now(), mayFetch: () => true };
    expect((await receivePaypalNotice(address, given)).status).toBe(200);
    await finish();
    expect((await paymentOf(shopId, sectionId))?.status).toBe("paid");
    expect(received(email)).toEqual([700n, 0n]);
  });

  it("never changes the account of a request, in the database either", async () => {
    const { shopId, plan } = await payable();
    const sectionId = await plan();
    await send(shopId, sectionId);
    await connect(shopId, second);
    const current = await currentPaypalAccount(db(), shopId);
    await expect(
      db().execute(
        sql`update payout_requests set account_id = ${current?.accountId} where shop_id = ${shopId}`,
      ),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining("A payout is frozen") } });
    await expect(
      db().execute(sql`update paypal_accounts set client_id = 'x' where shop_id = ${shopId}`),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining("A payout is frozen") } });
  });
});

const asked = { method: "paypal", currency: "USD", cutoffAt: null, chosen: null } as const;

async function notPaid(shop: PayeeShop) {
  const preview = await previewSection(shop.shopId, asked, { page: 1, limit: 1 }, now());
  if (isRefusal(preview)) throw new Error(whyOf(preview));
  return preview.totals.notPaid.map((one) => one.reason);
}

describe("without an account", () => {
  it("nothing is sent, the preview says why, and it goes on once PayPal is connected", async () => {
    const { shop, shopId, email, plan } = await payable();
    expect(await disconnectPaypal({ shop: { shopId }, ...by() })).toBeNull();
    expect((await listPaypalAccounts(db(), shopId))[0]?.sealedSecret).toBe("");
    expect(await disconnectPaypal({ shop: { shopId }, ...by() })).toMatchObject({ refused: "conflict" });
    await giveAll(
      shop,
      shop.payees.map((payee) => ({ payee, amountMinor: 100n })),
      now(),
    );
    expect(await notPaid(shop)).toEqual(["paypal_not_connected"]);
    const sectionId = await plan();
    await send(shopId, sectionId);
    const waiting = await requestOf(shopId, sectionId);
    expect(waiting).toMatchObject({ status: "refused", accountId: null, nextAt: null, attempts: 0 });
    expect(waiting.error).toBe(reasonAsText({ code: "waits_for_paypal" }));
    await connect(shopId, second);
    await finish();
    expect(await requestOf(shopId, sectionId)).toMatchObject({ status: "accepted", waitsFor: "" });
    await finish();
    expect(received(email)).toEqual([0n, 700n]);
    expect(await auditOf(shopId)).toEqual([
      "paypal-connected",
      "paypal-disconnected",
      "paypal-secret-erased",
    ]);
  });
});

it("a shop whose account cannot be opened holds up no other that waits for PayPal", async () => {
  const waiting = [await payable(), await payable()].toSorted((a, b) => (a.shopId < b.shopId ? -1 : 1));
  const sections: PayoutSectionId[] = [];
  for (const { shopId, plan } of waiting) {
    await disconnectPaypal({ shop: { shopId }, ...by() });
    const sectionId = await plan();
    await send(shopId, sectionId);
    sections.push(sectionId);
    await connect(shopId, second);
    await db().update(payoutRequests).set({ nextAt: null }).where(eq(payoutRequests.shopId, shopId));
  }
  const [broken, well] = waiting;
  const [, sectionId] = sections;
  if (!broken || !well || !sectionId) throw new Error("Two shops are needed.");
  const ofBroken = eq(paypalAccounts.shopId, broken.shopId);
  await db().update(paypalAccounts).set({ sealedSecret: "broken" }).where(ofBroken);
  const at = now();
  await tendPaypalAccounts(at);
  expect((await requestOf(well.shopId, sectionId)).nextAt).toEqual(at);
  await db().update(paypalAccounts).set({ sealedSecret: "", retiredAt: now() }).where(ofBroken);
});

describe("the server's account", () => {
  it("pays for the shops in PAYPAL_SHOPS, and for no other", async () => {
    const [named, unnamed] = [await payable(), await payable()];
    for (const { shopId } of [named, unnamed]) await disconnectPaypal({ shop: { shopId }, ...by() });
    const url = new URL(world.paypal.url);
    [url.username, url.password] = [testClient.clientId, testClient.clientSecret];
    url.searchParams.set("webhook", testClient.webhookId);
    setEnv({ PAYPAL_URL: url.href });
    expect(await paypalFor(db(), named.shopId)).toBeNull();
    setEnv({ PAYPAL_URL: url.href, PAYPAL_SHOPS: named.shop.domain });
    expect(await paypalFor(db(), named.shopId)).toMatchObject({ clientId: testClient.clientId });
    expect(await paypalFor(db(), unnamed.shopId)).toBeNull();
    const [ours, others] = [await named.plan(), await unnamed.plan()];
    await send(named.shopId, ours);
    await send(unnamed.shopId, others);
    await finish();
    expect([received(named.email), received(unnamed.email)]).toEqual([
      [700n, 0n],
      [0n, 0n],
    ]);
    expect((await paymentOf(named.shopId, ours))?.status).toBe("paid");
    expect((await requestOf(unnamed.shopId, others)).error).toBe(reasonAsText({ code: "waits_for_paypal" }));
    const row = (await listPaypalAccounts(db(), named.shopId)).find((one) => one.source === "server");
    expect(row).toMatchObject({ sealedSecret: "", webhookId: "" });
  });
});

it("a store that is forgotten leaves no secret behind", async () => {
  const { shopId } = await payable();
  await connect(shopId, second);
  await db().update(shops).set({ uninstalledAt: now() }).where(eq(shops.shopId, shopId));
  await redactShop(shopId, { triggeredAt: now(), now: now() });
  const rows = await db().select().from(paypalAccounts).where(eq(paypalAccounts.shopId, shopId));
  expect(rows.map(({ sealedSecret, retiredAt }) => [sealedSecret, retiredAt === null])).toEqual([
    ["", false],
    ["", false],
  ]);
});
