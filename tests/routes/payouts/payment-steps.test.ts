import { afterAll, beforeAll, expect, it } from "vitest";
import { paymentDetailWire, paymentListWire, payoutSectionDetailWire } from "#app/contracts/payout.ts";
import { requestListWire, payoutRequestWire } from "#app/contracts/payout-section.ts";
import type { PayoutAccount } from "#app/domain/payouts/details.ts";
import { sendSection, sendDue } from "#app/flows/payouts/send-due.ts";
import { bankFileResponse } from "#app/http/bank-file-response.ts";
import { db } from "#app/platform/db.server.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { withData } from "../../support/answered.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";
import { giveAccount, planned } from "../../support/planned-payouts.ts";
import { createPaidSection } from "../../support/paid-shop.ts";
import { addAffiliate } from "../../support/selling-shop.ts";
import { readSepaFile } from "../../support/read-sepa-file.ts";
import { startPaypalWorld, type PaypalWorld } from "../../flows/payouts/paypal-world.ts";
import { wireOf } from "../../support/wire-of.ts";

let world: PaypalWorld;
beforeAll(async () => {
  world = await startPaypalWorld();
});
afterAll(() => world.close());

type Init = { readonly method?: string; readonly body?: unknown; readonly key?: string };

async function call(token: string, path: string, { key, ...init }: Init = {}) {
  const request = apiRequest(token, `/api/v1${path}`, init);
  if (key !== undefined) request.headers.set("Idempotency-Key", key);
  return withData(await requestRoute(request));
}

const post = (body: unknown = {}, key?: string): Init => ({
  method: "POST",
  body,
  ...(key !== undefined && { key }),
});
const paidOn = (date: string) => ({ to: "paid", date, reference: "RUN-7", note: "Paid with the rent" });

/** A merchant whose payout of one payment is about to be sent. */
async function sending(method: "paypal" | "bank", account: PayoutAccount, currency = "USD") {
  const merchant = await makeMerchant();
  const { affiliateId } = await addAffiliate(merchant);
  const payee = await giveAccount(merchant.shopId, affiliateId, account);
  const shop = { ...merchant, currency, payees: [payee] };
  const now = new Date();
  const { sectionId, payments } = await planned(shop, [{ payee, amountMinor: 700n }], { now, method });
  return { ...merchant, affiliateId, sectionId, paymentId: payments[0]?.paymentId ?? "" };
}

const us: PayoutAccount = {
  kind: "us",
  holder: "Ann O’Hara",
  country: "US",
  currency: "USD",
  routingNumber: "021000021",
  accountNumber: "000123456789",
  accountType: "checking",
};

it("a bank file is created by the API, downloaded, and marked as paid, once for one key", async () => {
  const { token, shopId, sectionId, paymentId, affiliateId } = await sending("bank", us);
  await sendSection({ shopId, sectionId }, { now: () => new Date(), chance: () => 0.5 });
  const listed = wireOf(
    requestListWire,
    (await call(token, `/payout-sections/${sectionId}/requests?status=ready`)).data,
  );
  expect(listed).toMatchObject({
    requests: [{ ordinal: 1, count: 1, total: { amount: "7.00" }, canCancel: true, columns: null }],
    pagination: { total: 1 },
    nextCursor: null,
  });
  const part = `/payout-requests/${listed.requests[0]?.id ?? ""}`;
  expect((await call(token, `${part}/file`)).status).toBe(409);
  const handed = await call(token, `${part}/file`, post({ columns: "generic" }));
  expect(wireOf(payoutRequestWire, handed.data)).toMatchObject({ status: "accepted", columns: "generic" });
  expect((await call(token, `${part}/file`)).text).toContain("000123456789");
  expect((await call(token, `${part}/cancel`, post())).status).toBe(409);
  expect((await call(token, `${part}/retry`, post())).status).toBe(409);
  expect(await call(token, part)).toMatchObject({ status: 200, data: { canCancel: false } });
  const today = new Date().toISOString().slice(0, 10);
  const late = await call(token, `/payments/${paymentId}/decision`, post(paidOn("2999-01-01")));
  expect([late.status, late.fields]).toEqual([400, ["date"]]);
  const decide = () => call(token, `/payments/${paymentId}/decision`, post(paidOn(today), "once"));
  const [first, second] = [await decide(), await decide()];
  expect(wireOf(paymentDetailWire, first.data)).toMatchObject({
    status: "paid",
    reason: "Paid with the rent",
    provider: { transactionId: "RUN-7" },
    entries: [{ code: "payout_started" }, { code: "payout_settled" }],
  });
  expect(second.data).toEqual(first.data);
  expect((await call(token, `/payout-sections/${sectionId}`)).data).toMatchObject({ status: "done" });
  expect((await balancesOf(db(), shopId, [affiliateId])).get(affiliateId)?.[0]).toMatchObject({
    paidMinor: 700n,
    inTransitMinor: 0n,
  });
});

it("a SEPA file is created by the API once the settings have the store's account", async () => {
  const german: PayoutAccount = {
    kind: "iban",
    holder: "Ann Müller",
    country: "DE",
    currency: "EUR",
    iban: "DE89370400440532013000",
    bic: "",
  };
  const { token, shopId, sectionId, paymentId } = await sending("bank", german, "EUR");
  await sendSection({ shopId, sectionId }, { now: () => new Date(), chance: () => 0.5 });
  const listed = wireOf(requestListWire, (await call(token, `/payout-sections/${sectionId}/requests`)).data);
  const file = `/payout-requests/${listed.requests[0]?.id ?? ""}/file`;
  expect((await call(token, file, post({ columns: "sepa" }))).status).toBe(409);
  const settings = { schedule: "manual", sendsByItself: false, methods: ["bank"], feeBearer: "shop" };
  const bankAccount = { name: "Example GmbH", iban: "DE02 1203 0000 0000 2020 51", bic: "" };
  const saved = await call(token, "/payout-settings", { method: "PUT", body: { ...settings, bankAccount } });
  expect(saved).toMatchObject({ status: 200, data: { bankAccount: { iban: "DE…2051" } } });
  const past = await call(token, file, post({ columns: "sepa", executionDay: "2026-03-02" }));
  expect(past).toMatchObject({ status: 400, data: { errors: [{ field: "executionDay" }] } });
  const handed = await call(token, file, post({ columns: "sepa" }));
  expect(wireOf(payoutRequestWire, handed.data)).toMatchObject({ status: "accepted", columns: "sepa" });
  const { text } = await call(token, file);
  expect(readSepaFile(text).transfers).toMatchObject([
    { id: paymentId.replace("_", ""), amount: "7.00", name: "Ann Mueller" },
  ]);
});

it.each([
  [true, "application/xml"],
  [false, "text/csv; charset=utf-8"],
])("a file for the bank says its type (XML: %s)", (isXml, type) => {
  const { headers } = bankFileResponse({ name: "payout", isXml, text: "" });
  expect(headers.get("Content-Type")).toBe(type);
});

it("whoever may only read gets no file with accounts", async () => {
  const { token } = await makeMerchant("read");
  const path = `/payout-requests/poc_${"0".repeat(26)}/file`;
  expect((await call(token, path)).status).toBe(403);
});

it("an unsent request is canceled by the API, and everything that waits is decided at once", async () => {
  const { token, shopId, sectionId } = await sending("bank", us);
  await sendSection({ shopId, sectionId }, { now: () => new Date(), chance: () => 0.5 });
  const { requests } = wireOf(
    requestListWire,
    (await call(token, `/payout-sections/${sectionId}/requests`)).data,
  );
  const cancelled = await call(token, `/payout-requests/${requests[0]?.id ?? ""}/cancel`, post());
  expect(wireOf(payoutRequestWire, cancelled.data)).toMatchObject({ status: "paid", canCancel: false });
  expect((await call(token, `/payout-sections/${sectionId}/payments`)).data).toMatchObject({
    payments: [{ status: "canceled", reason: "You canceled it before it was sent." }],
  });

  const merchant = await makeMerchant();
  const outside = await createPaidSection(merchant, ["planned", "planned"], { method: "manual" });
  const said = await call(
    merchant.token,
    `/payout-sections/${outside.sectionId}/decision`,
    post(paidOn("2026-03-06")),
  );
  expect(wireOf(payoutSectionDetailWire, said.data)).toMatchObject({
    status: "done",
    states: [{ status: "paid", count: 2 }],
  });
  const again = await call(
    merchant.token,
    `/payout-sections/${outside.sectionId}/decision`,
    post(paidOn("2026-03-06")),
  );
  expect(again.status).toBe(409);
});

it("an unclaimed payment is canceled by the API, and PayPal keeps nothing of it", async () => {
  const account = { kind: "paypal", email: `nobody-${process.pid}+unclaimed@pay.example` } as const;
  const { token, shopId, sectionId, paymentId } = await sending("paypal", account);
  const clock = { now: () => world.paypal.ctx.now(), chance: () => 0.5 };
  expect((await call(token, `/payments/${paymentId}/cancel`, post())).status).toBe(409);
  await sendSection({ shopId, sectionId }, clock);
  await sendDue(clock);
  const { requests } = wireOf(
    requestListWire,
    (await call(token, `/payout-sections/${sectionId}/requests`)).data,
  );
  await expect
    .poll(async () => {
      expect((await call(token, `/payout-requests/${requests[0]?.id ?? ""}/retry`, post())).status).toBe(200);
      await sendDue(clock);
      const { payments } = wireOf(
        paymentListWire,
        (await call(token, `/payout-sections/${sectionId}/payments`)).data,
      );
      return payments[0]?.status;
    })
    .toBe("unclaimed");
  const taken = await call(token, `/payments/${paymentId}/cancel`, post({}, "once"));
  expect(wireOf(paymentDetailWire, taken.data)).toMatchObject({ status: "returned" });
  const booked = world.paypal.books().items.find((one) => one.senderItemId.endsWith(paymentId));
  expect(booked).toMatchObject({ committed: "0" });
  expect((await call(token, `/payments/${paymentId}/cancel`, post({}, "once"))).data).toEqual(taken.data);
});
