import { expect, it } from "vitest";
import {
  payoutDetailWire,
  payoutPauseWire,
  paymentDetailWire,
  paymentListWire,
  payoutListWire,
  payoutPreviewWire,
  payoutSectionDetailWire,
} from "#app/contracts/payout.ts";
import { payoutSettingsWire } from "#app/contracts/payout-settings.ts";
import { withData } from "../../support/answered.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { apiRequest, formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { addPayees, giveDetails, givePayable, runPlan } from "../../support/paying-shop.ts";
import { addAffiliate, dropNotice } from "../../support/selling-shop.ts";
import { wireOf } from "../../support/wire-of.ts";

/** A merchant with two affiliates who can be paid and one who entered no details. */
async function paying() {
  const shop = await makeMerchant();
  const people = await addPayees(shop, [600n, 600n]);
  const without = await addAffiliate(shop);
  await givePayable(shop.shopId, without.affiliateId, 900n);
  return { ...shop, people };
}

async function call(token: string, path: string, init: { method?: string; body?: unknown } = {}) {
  return withData(await requestRoute(apiRequest(token, `/api/v1${path}`, init)));
}

const usd = (amount: string) => ({ amount, currencyCode: "USD" });
const expected = [{ method: "paypal", count: 2, total: usd("12.00") }];
const post = (body: unknown = {}) => ({ method: "POST", body });

/** Creates a payout with a key of its own, as a client has to. */
async function create(token: string, body: unknown, key = `key-${Math.random()}`) {
  const request = apiRequest(token, "/api/v1/payouts", post(body));
  request.headers.set("Idempotency-Key", key);
  return withData(await requestRoute(request));
}

it("a payout is previewed, created, watched and read by the API", async () => {
  const { token, shopId, people } = await paying();
  const preview = wireOf(payoutPreviewWire, (await call(token, "/payouts/preview?limit=1")).data);
  expect(preview.currencies).toMatchObject([
    {
      currency: "USD",
      count: 2,
      total: { amount: "12.00" },
      funding: { amount: "12.24" },
      sections: [{ method: "paypal", count: 2, total: usd("12.00"), estimatedFees: { amount: "0.24" } }],
      notPaid: [{ reason: "no_details", text: "No payout details", count: 1, available: { amount: "9.00" } }],
    },
  ]);
  expect(preview.pagination.total).toBe(3);
  const missing = await call(token, "/payouts/preview?status=no_details");
  expect(wireOf(payoutPreviewWire, missing.data).affiliates).toMatchObject([
    { amount: null, reason: "no_details", method: null },
  ]);
  expect((await call(token, "/payouts", post({ expected }))).fields).toEqual(["Idempotency-Key"]);
  const made = await create(token, { expected });
  expect(made.status).toBe(202);
  const { id, sections } = wireOf(payoutDetailWire, made.data);
  const section = sections[0]?.id ?? "";
  await runPlan(shopId, section);
  const sent = wireOf(payoutDetailWire, (await call(token, `/payouts/${id}`)).data);
  expect(sent).toMatchObject({
    totals: [{ count: 2, total: usd("12.00") }],
    sections: [{ status: "sending", confirmedBy: "Ada Owner" }],
    skipped: [{ reason: "no_details", count: 1 }],
  });
  const of = `/payout-sections/${section}`;
  expect(wireOf(payoutSectionDetailWire, (await call(token, of)).data)).toMatchObject({
    payout: id,
    states: [{ status: "planned", count: 2 }],
  });
  const payments = wireOf(paymentListWire, (await call(token, `${of}/payments?limit=1`)).data);
  expect(payments).toMatchObject({
    payments: [{ status: "planned", payout: id, section }],
    pagination: { total: 2 },
  });
  const next = await call(token, `${of}/payments?limit=1&cursor=${payments.nextCursor ?? ""}`);
  const rest = wireOf(paymentListWire, next.data);
  const paid = [...payments.payments, ...rest.payments].map((one) => one.affiliate.id);
  expect(new Set(paid)).toEqual(new Set<string>(people));
  expect(rest.nextCursor).toBeNull();
  const payment = await call(token, `/payments/${payments.payments[0]?.id ?? ""}`);
  expect(wireOf(paymentDetailWire, payment.data).entries).toMatchObject([{ code: "payout_started" }]);
  const list = await call(token, "/payouts?view=in-progress&method=paypal&currency=USD&search=Ada");
  expect(wireOf(payoutListWire, list.data)).toMatchObject({ payouts: [{ id }], nextCursor: null });
  expect((await call(token, "/payouts?view=canceled")).data).toMatchObject({ payouts: [] });
});

it("repeated confirmations create one payout, and a used key pays nothing else", async () => {
  const { token } = await paying();
  const key = `once-${Math.random()}`;
  const [first, second] = await Promise.all([
    create(token, { expected }, key),
    create(token, { expected }, key),
  ]);
  const ids = [first, second].flatMap(({ status, data }) =>
    status === 202 ? [wireOf(payoutDetailWire, data).id] : [],
  );
  expect(new Set(ids).size).toBe(1);
  expect((await create(token, { expected }, key)).data).toMatchObject({ id: ids[0] });
  const other = [{ method: "paypal", count: 1, total: usd("6.00") }];
  expect((await create(token, { expected: other }, key)).status).toBe(422);
  expect((await call(token, "/payouts")).data).toMatchObject({ pagination: { total: 1 } });
});

it("a payout whose amounts changed creates nothing", async () => {
  const { token } = await paying();
  const stale = [{ method: "paypal", count: 3, total: usd("12.00") }];
  const refused = await create(token, { expected: stale });
  expect(refused).toMatchObject({
    status: 409,
    data: { message: "Amounts changed. Review them again." },
  });
  expect((await call(token, "/payouts")).data).toMatchObject({ payouts: [] });
});

it("a person never gives the second confirmation of a payout that they confirmed", async () => {
  const { token, shopId } = await paying();
  const limits = [{ currency: "USD", minimum: "0", approvalAbove: "1.00" }];
  const settings = {
    schedule: "manual",
    sendsByItself: false,
    methods: ["paypal"],
    feeBearer: "shop",
    limits,
  };
  await call(token, "/payout-settings", { method: "PUT", body: settings });
  const { id, sections } = wireOf(payoutDetailWire, (await create(token, { expected })).data);
  await runPlan(shopId, sections[0]?.id ?? "");
  expect((await call(token, `/payouts/${id}`)).data).toMatchObject({
    state: "needs_second_confirmation",
    sections: [{ nextStep: { kind: "confirm_second", label: "Confirm" } }],
  });
  expect((await call(token, `/payouts/${id}/approve`, post())).status).toBe(422);
  expect((await call(token, `/payouts/${id}/confirm`, post({ expected }))).status).toBe(409);
  const cancelled = await call(token, `/payouts/${id}/cancel`, post());
  expect(cancelled.data).toMatchObject({ state: "canceled" });
  await runPlan(shopId, sections[0]?.id ?? "");
  expect((await call(token, `/payout-sections/${sections[0]?.id ?? ""}`)).data).toMatchObject({
    status: "canceled",
    states: [{ status: "canceled", count: 2 }],
  });
  expect((await call(token, `/payouts/${id}/cancel`, post())).status).toBe(409);
  expect((await call(token, `/payout-sections/${sections[0]?.id ?? ""}/retry`, post())).status).toBe(409);
});

it("an affiliate's payouts are paused and resumed by the API, and settings are saved", async () => {
  const { token, affiliateId, programId } = await makeMerchant();
  await dropNotice({ programId });
  const path = `/affiliates/${affiliateId}/payout-pause`;
  const held = await call(token, path, { method: "PUT", body: { note: "Asked for papers" } });
  expect(wireOf(payoutPauseWire, held.data)).toMatchObject({
    paused: true,
    note: "Asked for papers",
    by: "Ada Owner",
  });
  expect((await call(token, path, { method: "PUT", body: {} })).status).toBe(409);
  expect((await call(token, path, { method: "DELETE" })).data).toMatchObject({ paused: false });
  const limits = [{ currency: "JPY", minimum: "2000", approvalAbove: "100000" }];
  const body = {
    schedule: "weekly",
    sendsByItself: true,
    methods: ["bank", "paypal"],
    feeBearer: "affiliate",
    limits,
  };
  const chosen = await call(token, "/payout-settings", { method: "PUT", body });
  const settings = wireOf(payoutSettingsWire, chosen.data);
  expect(settings).toMatchObject({ schedule: "weekly", methods: ["paypal", "bank"], feeBearer: "affiliate" });
  expect(settings.limits.find((one) => one.currency === "JPY")).toEqual({
    currency: "JPY",
    minimum: { amount: "2000", currencyCode: "JPY" },
    nextMinimum: null,
    approvalAbove: { amount: "100000", currencyCode: "JPY" },
  });
  expect(settings.nextRun).not.toBeNull();
  const refused = async (limit: object) => {
    const answer = await call(token, "/payout-settings", {
      method: "PUT",
      body: { ...body, limits: [limit] },
    });
    return [answer.status, answer.fields];
  };
  const jpy = { currency: "JPY", minimum: "0", approvalAbove: null };
  expect(await refused({ ...jpy, minimum: "0.5" })).toEqual([400, ["limits.0.minimum"]]);
  expect(await refused({ ...jpy, approvalAbove: "-1" })).toEqual([400, ["limits.0.approvalAbove"]]);
  expect(await refused({ ...jpy, currency: "XQX" })).toEqual([400, ["limits.0.minimum"]]);
  expect((await call(token, "/payout-settings")).data).toEqual(chosen.data);
});

it("the pages of payouts preview, create and list them, once for each confirmation", async () => {
  const { token, shopId, people } = await paying();
  const page = (path: string) => requestRoute(pageRequest(token, `/dashboard${path}`));
  expect((await page("/affiliates/payouts")).text).toContain('"payouts":[]');
  const chosen = await page(`/affiliates/payouts/new?affiliates=${people[0] ?? ""}`);
  const shown = JSON.parse(chosen.text) as { confirmationKey: string; expected: string };
  expect(shown).toMatchObject({
    expected: "paypal USD 1 600",
    choice: { method: "", through: "", minimum: "", chosen: [{ id: people[0] }] },
  });
  const pay = () =>
    requestRoute(
      formRequest(token, "/dashboard/affiliates/payouts/new", [
        ["key", shown.confirmationKey],
        ["expected", shown.expected],
        ["method", ""],
        ["through", ""],
        ["minimum", ""],
        ["program", ""],
        ["affiliates", people[0] ?? ""],
      ]),
    );
  expect((await pay()).status).toBe(302);
  expect((await pay()).status).toBe(302);
  const { payouts } = wireOf(payoutListWire, (await call(token, "/payouts")).data);
  expect(payouts).toHaveLength(1);
  const [id, section] = [payouts[0]?.id ?? "", payouts[0]?.sections[0]?.id ?? ""];
  await runPlan(shopId, section);
  expect(JSON.parse((await page(`/affiliates/payouts/${id}`)).text)).toMatchObject({
    payout: { id },
    alone: { section: { id: section, chosen: 1 }, payments: [{ affiliate: { id: people[0] } }] },
  });
  const { payments } = wireOf(
    paymentListWire,
    (await call(token, `/payout-sections/${section}/payments`)).data,
  );
  const payment = await page(`/affiliates/payouts/payments/${payments[0]?.id ?? ""}`);
  expect(JSON.parse(payment.text)).toMatchObject({ payment: { entries: [{ code: "payout_started" }] } });
  expect((await page("/export/payouts.csv")).text).toContain(`"${id}"`);
  expect((await page(`/export/${id}/payout-payments.csv`)).text).toContain(`"${people[0] ?? ""}"`);
  expect((await page(`/export/${section}/payout-payments.csv`)).text).toContain(`"${people[0] ?? ""}"`);
  expect((await page("/export/payout-preview.csv?status=not_paid")).text).toContain('"No payout details"');
});

it("settings and pauses are saved by their forms", async () => {
  const { token, affiliateId, shopId, programId } = await makeMerchant();
  await dropNotice({ programId });
  await giveDetails(shopId, affiliateId);
  const save = (fields: [string, string][]) =>
    requestRoute(formRequest(token, "/dashboard/settings/payouts", fields));
  const good: [string, string][] = [
    ["schedule", "net30"],
    ["sendsByItself", "true"],
    ["methods", "bank"],
    ["methods", "manual"],
    ["feeBearer", "shop"],
    ["limits.USD.minimum", "20"],
    ["limits.USD.approval", ""],
  ];
  expect(await save(good)).toMatchObject({ status: 200 });
  const bad = await save([
    ...good.filter(([name]) => name !== "limits.USD.minimum"),
    ["limits.USD.minimum", "1,5"],
  ]);
  expect([bad.status, bad.fields]).toEqual([400, ["limits.USD.minimum"]]);
  const shown = await requestRoute(pageRequest(token, "/dashboard/settings/payouts"));
  expect(JSON.parse(shown.text)).toMatchObject({
    settings: {
      schedule: "net30",
      sendsByItself: true,
      methods: ["bank", "manual"],
      limits: [{ currency: "USD", minimum: { amount: "20.00" }, approvalAbove: null }],
    },
  });
  const path = `/dashboard/affiliates/${affiliateId}`;
  expect(
    await requestRoute(
      formRequest(token, path, [
        ["intent", "pause-payouts"],
        ["note", "Papers"],
      ]),
    ),
  ).toMatchObject({
    status: 200,
  });
  const page = JSON.parse((await requestRoute(pageRequest(token, path))).text) as { payoutPause: unknown };
  expect(page.payoutPause).toMatchObject({ paused: true, note: "Papers" });
  expect(await requestRoute(formRequest(token, path, [["intent", "resume-payouts"]]))).toMatchObject({
    status: 200,
  });
});
