import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { answerApiRequest } from "#app/api/dispatch.ts";
import { deliveryListWire, orderNamedIn, type DeliveryWire } from "#app/contracts/delivery.ts";
import { writeCursor } from "#app/http/list-position.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { dropBodies } from "#app/store/inbox.ts";
import { deliveries } from "#app/store/schema/inbox.ts";
import { ledgerBalances } from "#app/store/schema/ledger.ts";
import { loader as page, action as post } from "../../../app/routes/admin/deliveries.tsx";
import { loader as onePage } from "../../../app/routes/admin/delivery.tsx";
import { loader as overview } from "../../../app/routes/admin/overview.tsx";
import { loader as settings } from "../../../app/routes/admin/settings.tsx";
import { callApi } from "../../support/call-api.ts";
import { arrival, deliver, emptyInbox, currentBalance } from "../../support/inbox.ts";
import { apiRequest, formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";

const path = "/dashboard/settings/health/deliveries";
const args = (token: string, params: Record<string, string> = {}, at = path) => ({
  request: pageRequest(token, at),
  params,
  context: {},
});
const posted = (token: string, ...fields: [string, string][]) =>
  post({ request: formRequest(token, path, fields), params: {}, context: {} });
const retry = (token: string, body: unknown) => callApi(token, "POST /deliveries/retry", body);
const dismiss = (token: string, body: unknown) => callApi(token, "POST /deliveries/dismiss", body);

/**
 * A cancellation that fails for so long that it waits for a person: the pending balance was falsified below what the
 * reversal needs (M1). `mend` puts the balance right.
 */
async function stuck() {
  const merchant = await makeMerchant();
  const body = orderBody({ ref: merchant.code });
  await deliver(merchant, "orders/create", body);
  await emptyInbox();
  const setBalance = async (balanceMinor: bigint) => {
    await db().update(ledgerBalances).set({ balanceMinor }).where(eq(ledgerBalances.shopId, merchant.shopId));
  };
  await setBalance(1n);
  const at = "2026-03-03T10:00:00Z";
  const cancelled = orderBody({ id: body.id, cancelledAt: at, updatedAt: at });
  await deliver(merchant, "orders/cancelled", cancelled, "cancel");
  for (let hours = 0; hours < 12; hours += 1) {
    await emptyInbox(new Date(arrival.getTime() + hours * 3_600_000));
  }
  return { ...merchant, body, mend: () => setBalance(1000n) };
}

describe("a delivery that could not be processed", () => {
  it("is shown with its order and what went wrong, is tried again, and is processed", async () => {
    const { token, body, mend, ...shop } = await stuck();
    const before = await page(args(token));
    expect(before.pagination.total).toBe(1);
    expect(before.deliveries).toMatchObject([
      {
        topic: "orders/cancelled",
        order: { id: String(body.id), name: body.name },
        receivedAt: arrival.toISOString(),
        attempts: 8,
        readable: true,
      },
    ]);
    expect(before.deliveries[0]?.failure).toMatch(/ledger_balances_not_negative/);
    expect(await overview(args(token))).toMatchObject({
      toDo: { deliveries: 1, emails: 0 },
      problems: { differences: 0, dataRequests: 0 },
    });
    await mend();
    const id = before.deliveries[0]?.id ?? "";
    expect(await posted(token, ["intent", "retry"], ["id", id])).toEqual({ ok: true, retried: 1 });
    await emptyInbox(new Date());
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 0n });
    expect((await page(args(token))).deliveries).toEqual([]);
    expect(await overview(args(token))).toMatchObject({
      toDo: { deliveries: 0, emails: 0 },
      problems: { differences: 0, dataRequests: 0 },
    });
    expect((await settings(args(token))).history[0]).toMatchObject({
      text: "Failed delivery orders/cancelled retried",
      actor: "Ada Owner",
    });
  });

  it("comes back when it fails again, with the others of its shop tried all at once", async () => {
    const { token, domain } = await stuck();
    await deliver({ domain }, "orders/create", { id: "no number" }, "bad");
    await emptyInbox();
    expect(await posted(token, ["intent", "retry-all"])).toEqual({ ok: true, retried: 2 });
    expect((await page(args(token))).pagination.total).toBe(0);
    await emptyInbox(new Date());
    const after = await page(args(token));
    expect(after.deliveries).toMatchObject([{ topic: "orders/create", order: null, attempts: 1 }]);
    expect((await settings(args(token))).history[0]?.text).toBe("2 failed deliveries retried");
    // None is recorded twice in the history when nothing waits.
    expect((await posted((await makeMerchant()).token, ["intent", "retry-all"])) as unknown).toEqual({
      ok: true,
      retried: 0,
    });
  });

  it("has a page of its own, and none in another shop", async () => {
    const { token } = await stuck();
    const id = (await page(args(token))).deliveries[0]?.id ?? "";
    const { delivery } = await onePage(args(token, { id }, `${path}/${id}`));
    expect(delivery).toMatchObject({ topic: "orders/cancelled", triggeredAt: null });
    const stranger = await makeMerchant();
    await expect(onePage(args(stranger.token, { id }))).rejects.toMatchObject({ status: 404 });
    await expect(onePage(args(token, { id: "nonsense" }))).rejects.toMatchObject({ status: 404 });
    const refused = await posted(stranger.token, ["intent", "retry"], ["id", id]);
    expect(refused).toMatchObject({ data: { ok: false }, init: { status: 404 } });
    expect((await page(args(token))).pagination.total).toBe(1);
  });

  it("is dismissed by a person whose name stays, changes nothing, and is not tried with the others", async () => {
    const { token, mend, ...shop } = await stuck();
    await mend();
    const id = (await page(args(token))).deliveries[0]?.id ?? "";
    const stranger = await makeMerchant();
    const refused = await posted(stranger.token, ["intent", "dismiss"], ["id", id]);
    expect(refused).toMatchObject({ data: { ok: false }, init: { status: 404 } });
    expect(await posted(token, ["intent", "dismiss"], ["id", id])).toEqual({ ok: true, dismissed: 1 });
    expect(await page(args(token))).toMatchObject({ deliveries: [], pagination: { total: 0 } });
    expect((await overview(args(token))).toDo).toMatchObject({ deliveries: 0 });
    expect(await posted(token, ["intent", "retry-all"])).toEqual({ ok: true, retried: 0 });
    await emptyInbox(new Date());
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
    const { delivery } = await onePage(args(token, { id }));
    expect(delivery).toMatchObject({ dismissed: { by: "Ada Owner" }, readable: true });
    expect(delivery.failure).toMatch(/ledger_balances_not_negative/);
    expect((await settings(args(token))).history[0]).toMatchObject({
      text: "Failed delivery orders/cancelled dismissed",
      actor: "Ada Owner",
    });
    const again = await posted(token, ["intent", "dismiss"], ["id", id]);
    expect(again).toMatchObject({ data: { ok: false }, init: { status: 404 } });
    // A dismissed delivery can be retried.
    expect(await posted(token, ["intent", "retry"], ["id", id])).toEqual({ ok: true, retried: 1 });
    await emptyInbox(new Date());
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 0n });
    await expect(onePage(args(token, { id }))).rejects.toMatchObject({ status: 404 });
  });

  it.each(["customers/redact", "customers/data_request", "shop/redact"])(
    "is not dismissed when a law asks for it: %s",
    async (topic) => {
      const { token, shopId } = await stuck();
      await db().update(deliveries).set({ topic }).where(eq(deliveries.webhookId, "cancel"));
      const id = (await page(args(token))).deliveries[0]?.id ?? "";
      const refused = await posted(token, ["intent", "dismiss"], ["id", id]);
      expect(refused).toMatchObject({
        data: { ok: false, message: expect.stringContaining("required by law") },
      });
      const left = await db().select().from(deliveries).where(eq(deliveries.shopId, shopId));
      expect(left.map(({ status }) => status)).toContain("failed");
    },
  );

  it("loses its content after the shop's days, dismissed or not", async () => {
    const { token, shopId } = await stuck();
    const id = (await page(args(token))).deliveries[0]?.id ?? "";
    await posted(token, ["intent", "dismiss"], ["id", id]);
    await inTransaction((tx) => dropBodies(tx, shopId, new Date()));
    expect((await onePage(args(token, { id }))).delivery).toMatchObject({
      readable: false,
      order: null,
      dismissed: { by: "Ada Owner" },
    });
  });

  it("says when its content was dropped", async () => {
    const { token, shopId } = await stuck();
    await db().update(deliveries).set({ sealedBody: null }).where(eq(deliveries.shopId, shopId));
    expect((await page(args(token))).deliveries).toMatchObject([{ readable: false, order: null }]);
  });
});

describe("the API of deliveries", () => {
  it("lists them and tries one or all again", async () => {
    const { token } = await stuck();
    const answer = await answerApiRequest(apiRequest(token, "/api/v1/deliveries"));
    const found = (await answer.json()) as { deliveries: DeliveryWire[] };
    expect(deliveryListWire.safeParse(found).error).toBeUndefined();
    const id = found.deliveries[0]?.id;
    const one = await retry(token, { id });
    expect(one).toEqual({ status: 200, body: { retried: 1 } });
    expect((await retry(token, { id })).status).toBe(404);
    expect((await retry(token, {})).body).toEqual({ retried: 0 });
  });

  it("dismisses one, once", async () => {
    const { token } = await stuck();
    const id = (await page(args(token))).deliveries[0]?.id;
    const one = await dismiss(token, { id });
    expect(one).toEqual({ status: 200, body: { dismissed: 1 } });
    expect((await dismiss(token, { id })).status).toBe(404);
    expect((await dismiss(token, {})).status).toBe(400);
    expect((await dismiss((await makeMerchant("read")).token, { id })).status).toBe(403);
    expect((await callApi(token, "GET /deliveries/dismiss")).status).toBe(405);
  });

  it.each([
    [{ id: "nonsense" }, 404],
    [{ id: writeCursor({ topic: "orders/create", webhookId: "x" }) }, 404],
    [{ id: 7 }, 400],
    [{ id: "a".repeat(1001) }, 400],
    [{ topic: "orders/create" }, 400],
    [[], 400],
  ])("answers a retry of %j with %i", async (body, status) => {
    const { token } = await makeMerchant();
    expect((await retry(token, body)).status).toBe(status);
  });

  it("lets who may only read retry nothing", async () => {
    const { token } = await makeMerchant("read");
    expect((await retry(token, {})).status).toBe(403);
    expect((await callApi(token, "GET /deliveries/retry")).status).toBe(405);
    expect((await callApi(token, "POST /deliveries")).status).toBe(405);
    const deep = apiRequest(token, "/api/v1/deliveries?page=1000000");
    expect((await answerApiRequest(deep)).status).toBe(400);
  });
});

it.each([
  ["orders/create", '{"id":12,"name":"#12"}', { id: "12", name: "#12" }],
  ["orders/create", '{"id":12345678901234567890,"name":7}', { id: "12345678901234567890", name: null }],
  ["refunds/create", '{"id":1,"order_id":12}', { id: "12", name: null }],
  ["orders/edited", '{"order_edit":{"id":1,"order_id":12}}', { id: "12", name: null }],
  ["orders/create", '{"id":"no number"}', null],
  ["orders/create", "[]", null],
  ["orders/create", "not JSON", null],
  ["customers/redact", '{"id":12}', null],
])("the order that %s tells of in %s", (topic, body, order) => {
  expect(orderNamedIn(topic, body)).toEqual(order);
});
