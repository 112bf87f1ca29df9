import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ShopId } from "#app/domain/ids.ts";
import type { PayoutAccount } from "#app/domain/payouts/details.ts";
import type { StoreAccountInput } from "#app/domain/payouts/sepa.ts";
import { usualSettings } from "#app/domain/payouts/settings.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { createFile, readFile } from "#app/flows/payouts/bank-files.ts";
import { changePayoutSettings, readPayoutSettings } from "#app/flows/payouts/change-settings.ts";
import { sendSection } from "#app/flows/payouts/send-due.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { requestsOfSection } from "#app/store/payout-requests.ts";
import { storeAccounts } from "#app/store/schema/payouts.ts";
import { readSepaFile } from "../../support/read-sepa-file.ts";
import { makePayees, planned, tester } from "../../support/planned-payouts.ts";
import { whyOf } from "../../support/why.ts";

const now = new Date("2026-04-02T10:00:00Z");
const clock = { now: () => now, chance: () => 0.5 };
const by = { actor: tester, now };
const zone = "Europe/Berlin";
const own = { name: "Example Störe GmbH", iban: "DE02120300000000202051", bic: "" };

const dutch: PayoutAccount = {
  kind: "iban",
  holder: "Ann Müller",
  country: "NL",
  currency: "EUR",
  iban: "NL91ABNA0417164300",
  bic: "ABNANL2A",
};
const american: PayoutAccount = {
  kind: "us",
  holder: "Tom Reed",
  country: "US",
  currency: "USD",
  routingNumber: "021000021",
  accountNumber: "000123456789",
  accountType: "checking",
};

const refused = (what: "closed" | "far" | "past") => ({
  refused: "invalid",
  errors: [{ field: "executionDay", reason: { code: "execution_day", what } }],
});

async function saveOwn(shopId: ShopId, account: StoreAccountInput | null) {
  const settings = { ...usualSettings, limits: [], bankAccount: account };
  return await changePayoutSettings({ shop: { shopId, currency: "EUR", timeZone: zone }, ...by }, settings);
}

async function bankSection({
  accounts = [dutch, dutch],
  currency = "EUR",
  account = null as typeof own | null,
} = {}) {
  const shop = await makePayees(accounts.length, (index) => accounts[index] ?? dutch, currency);
  if (account) await saveOwn(shop.shopId, account);
  const amounts = shop.payees.map((payee, index) => ({ payee, amountMinor: 1050n + BigInt(index) }));
  const { sectionId, payments } = await planned(shop, amounts, { now, method: "bank" });
  await sendSection({ shopId: shop.shopId, sectionId }, clock);
  const requests = await requestsOfSection(db(), shop.shopId, { sectionId, after: 0, limit: 5 });
  const requestIds = requests.map((one) => one.requestId);
  return { shop, sectionId, payments, requestIds, requestId: requestIds[0] ?? "" };
}

describe("a SEPA file of a payout", () => {
  it("pays each payment from the store's account on the next TARGET day", async () => {
    const { shop, requestId, payments } = await bankSection({ account: own });
    expect(await createFile({ shop, ...by }, { requestId, columns: "sepa" })).toBeNull();
    const file = await readFile(shop.shopId, requestId);
    if (isRefusal(file)) throw new Error(whyOf(file));
    const amounts = new Map(
      payments.map(({ paymentId }, index) => [paymentId, index === 0 ? "10.50" : "10.51"]),
    );
    expect(file.name).toMatch(/-1-sepa\.xml$/);
    expect(readSepaFile(file.text)).toMatchObject({
      messageId: requestId.replace("_", ""),
      counts: ["2", "2"],
      sums: ["21.01", "21.01"],
      executionDay: "2026-04-07",
      payer: "Example Stoere GmbH",
      payerIban: own.iban,
      transfers: [...amounts.keys()].toSorted().map((paymentId) => ({
        id: paymentId.replace("_", ""),
        amount: amounts.get(paymentId),
        name: "Ann Mueller",
        iban: "NL91ABNA0417164300",
        bic: "ABNANL2A",
      })),
    });
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });

  it("keeps its bytes when the store's account changes, and no other format is given out", async () => {
    const { shop, requestId } = await bankSection({ account: own });
    await createFile({ shop, ...by }, { requestId, columns: "sepa" });
    const before = await readFile(shop.shopId, requestId);
    await saveOwn(shop.shopId, { ...own, iban: "NL91ABNA0417164300" });
    expect(await createFile({ shop, ...by }, { requestId, columns: "sepa" })).toBeNull();
    expect(await readFile(shop.shopId, requestId)).toEqual(before);
    expect(await createFile({ shop, ...by }, { requestId, columns: "generic" })).toMatchObject({
      refused: "conflict",
    });
  });

  it("is carried out on the day that the merchant chooses, and keeps it", async () => {
    const { shop, requestId } = await bankSection({ account: own });
    const handOver = (executionDay?: string) =>
      createFile({ shop, ...by }, { requestId, columns: "sepa", executionDay });
    expect(await handOver("2026-04-01")).toMatchObject(refused("past"));
    expect(await handOver("2026-04-03")).toMatchObject(refused("closed"));
    expect(await handOver("2026-05-04")).toMatchObject(refused("far"));
    expect(await readFile(shop.shopId, requestId)).toMatchObject({ refused: "conflict" });
    expect(await handOver("2026-04-20")).toBeNull();
    expect([await handOver("2026-04-20"), await handOver()]).toEqual([null, null]);
    expect(await handOver("2026-04-21")).toMatchObject({
      refused: "conflict",
      reason: { code: "other_execution_day" },
    });
    const file = await readFile(shop.shopId, requestId);
    if (isRefusal(file)) throw new Error(whyOf(file));
    expect(readSepaFile(file.text).executionDay).toBe("2026-04-20");
  });

  it("alone has an execution date", async () => {
    const { shop, requestId } = await bankSection({ account: own });
    const asked = { requestId, columns: "generic", executionDay: "2026-04-20" } as const;
    expect(await createFile({ shop, ...by }, asked)).toMatchObject({
      errors: [{ field: "executionDay", reason: { code: "csv_has_no_day" } }],
    });
  });

  it("needs the store's account, which may be added after the payout was planned", async () => {
    const { shop, requestId } = await bankSection();
    expect(await createFile({ shop, ...by }, { requestId, columns: "sepa" })).toMatchObject({
      refused: "conflict",
      reason: { code: "sepa_account_missing" },
    });
    expect(await readFile(shop.shopId, requestId)).toMatchObject({ refused: "conflict" });
    await saveOwn(shop.shopId, own);
    expect(await createFile({ shop, ...by }, { requestId, columns: "sepa" })).toBeNull();
  });

  it("never pays from another store's account", async () => {
    await bankSection({ account: own });
    const { shop, requestId } = await bankSection();
    expect(await createFile({ shop, ...by }, { requestId, columns: "sepa" })).toMatchObject({
      refused: "conflict",
    });
  });

  it("pays euros alone", async () => {
    const { shop, requestId } = await bankSection({ account: own, currency: "USD" });
    expect(await createFile({ shop, ...by }, { requestId, columns: "sepa" })).toMatchObject({
      refused: "conflict",
      reason: { code: "sepa_euros_only", currency: "USD" },
    });
    expect(await createFile({ shop, ...by }, { requestId, columns: "wise" })).toBeNull();
  });

  it("has a file of its own, apart from the payments that SEPA cannot make", async () => {
    const { shop, requestIds } = await bankSection({ account: own, accounts: [dutch, american, dutch] });
    const [sepa = "", other = ""] = requestIds;
    expect(requestIds).toHaveLength(2);
    expect(await createFile({ shop, ...by }, { requestId: sepa, columns: "sepa" })).toBeNull();
    expect(await createFile({ shop, ...by }, { requestId: other, columns: "sepa" })).toMatchObject({
      reason: { code: "sepa_payments", count: 1, what: "outside" },
    });
    expect(await createFile({ shop, ...by }, { requestId: other, columns: "generic" })).toBeNull();
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });

  it("writes its reference without an underscore in CSV too", async () => {
    const { shop, requestId, payments } = await bankSection();
    await createFile({ shop, ...by }, { requestId, columns: "wise" });
    const file = await readFile(shop.shopId, requestId);
    if (isRefusal(file)) throw new Error(whyOf(file));
    for (const { paymentId } of payments) expect(file.text).toContain(`"${paymentId.replace("_", "")}"`);
  });

  it("cannot be exchanged, and verification names one that was", async () => {
    const { shop, requestId } = await bankSection({ account: own });
    await createFile({ shop, ...by }, { requestId, columns: "sepa" });
    const falsify = sql`update payout_requests set sealed_file = sealed_content where request_id = ${requestId}`;
    await expect(db().execute(falsify)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("A payout is frozen") },
    });
    await db().execute(sql`alter table payout_requests disable trigger payout_requests_frozen`);
    await db().execute(falsify);
    await db().execute(sql`alter table payout_requests enable trigger payout_requests_frozen`);
    expect((await verifyShop(shop.shopId)).differences).toMatchObject([
      { table: "payout_requests", key: requestId, what: "is not what was frozen" },
    ]);
  });
});

describe("the store's bank account", () => {
  it("is kept sealed, changed without its IBAN, and forgotten", async () => {
    const { shopId } = await makePayees(0, () => dutch, "EUR");
    const shop = { shopId, currency: "EUR", timeZone: zone };
    expect(await saveOwn(shopId, own)).toBeNull();
    const [row] = await db().select().from(storeAccounts).where(eq(storeAccounts.shopId, shopId));
    expect(row?.sealed).not.toContain("2051");
    expect(await saveOwn(shopId, { ...own, name: "Other", iban: null })).toBeNull();
    expect((await readPayoutSettings(shop, now)).bankAccount).toEqual({ ...own, name: "Other" });
    const events = await listAudit(db(), shopId, { kind: "shop", id: shopId });
    expect(events.map(({ details }) => details["bankAccount"])).toContainEqual({
      name: "Other",
      iban: "DE…2051",
      bic: "",
    });
    expect(await saveOwn(shopId, null)).toBeNull();
    expect((await readPayoutSettings(shop, now)).bankAccount).toBeNull();
    expect(await saveOwn(shopId, { ...own, iban: null })).toMatchObject({
      errors: [{ field: "bankAccount.iban", reason: { code: "value_missing", what: "iban" } }],
    });
  });
});
