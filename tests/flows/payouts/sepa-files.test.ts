import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ShopId } from "#app/domain/ids.ts";
import type { PayoutAccount } from "#app/domain/payouts/details.ts";
import type { StoreAccountInput } from "#app/domain/payouts/sepa.ts";
import { usualSettings } from "#app/domain/payouts/settings.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { handOverFile, readFile } from "#app/flows/payouts/bank-files.ts";
import { changePayoutSettings, readPayoutSettings } from "#app/flows/payouts/change-settings.ts";
import { sendBatch } from "#app/flows/payouts/send-due.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { chunksOfBatch } from "#app/store/payout-chunks.ts";
import { storeAccounts } from "#app/store/schema/payouts.ts";
import { readSepaFile } from "../../support/read-sepa-file.ts";
import { makePayees, planned, tester } from "../../support/planned-payouts.ts";

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

const refused = (message: string) => ({ refused: "invalid", errors: [{ field: "executionDay", message }] });

async function saveOwn(shopId: ShopId, account: StoreAccountInput | null) {
  const settings = { ...usualSettings, limits: [], bankAccount: account };
  return await changePayoutSettings({ shop: { shopId, currency: "EUR", timeZone: zone }, ...by }, settings);
}

async function bankBatch({
  accounts = [dutch, dutch],
  currency = "EUR",
  account = null as typeof own | null,
} = {}) {
  const shop = await makePayees(accounts.length, (index) => accounts[index] ?? dutch, currency);
  if (account) await saveOwn(shop.shopId, account);
  const payments = shop.payees.map((payee, index) => ({ payee, amountMinor: 1050n + BigInt(index) }));
  const { batchId, items } = await planned(shop, payments, { now, method: "bank" });
  await sendBatch({ shopId: shop.shopId, batchId }, clock);
  const chunks = await chunksOfBatch(db(), shop.shopId, { batchId, after: 0, limit: 5 });
  const chunkIds = chunks.map((one) => one.chunkId);
  return { shop, batchId, items, chunkIds, chunkId: chunkIds[0] ?? "" };
}

describe("a SEPA file of a payout", () => {
  it("pays each payment from the store's account on the next TARGET day", async () => {
    const { shop, chunkId, items } = await bankBatch({ account: own });
    expect(await handOverFile({ shop, ...by }, { chunkId, columns: "sepa" })).toBeNull();
    const file = await readFile(shop.shopId, chunkId);
    if (isRefusal(file)) throw new Error(file.message);
    const amounts = new Map(items.map(({ itemId }, index) => [itemId, index === 0 ? "10.50" : "10.51"]));
    expect(file.name).toMatch(/-1-sepa\.xml$/);
    expect(readSepaFile(file.text)).toMatchObject({
      messageId: chunkId.replace("_", ""),
      counts: ["2", "2"],
      sums: ["21.01", "21.01"],
      executionDay: "2026-04-07",
      payer: "Example Stoere GmbH",
      payerIban: own.iban,
      transfers: [...amounts.keys()].toSorted().map((itemId) => ({
        id: itemId.replace("_", ""),
        amount: amounts.get(itemId),
        name: "Ann Mueller",
        iban: "NL91ABNA0417164300",
        bic: "ABNANL2A",
      })),
    });
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });

  it("keeps its bytes when the store's account changes, and no other format is given out", async () => {
    const { shop, chunkId } = await bankBatch({ account: own });
    await handOverFile({ shop, ...by }, { chunkId, columns: "sepa" });
    const before = await readFile(shop.shopId, chunkId);
    await saveOwn(shop.shopId, { ...own, iban: "NL91ABNA0417164300" });
    expect(await handOverFile({ shop, ...by }, { chunkId, columns: "sepa" })).toBeNull();
    expect(await readFile(shop.shopId, chunkId)).toEqual(before);
    expect(await handOverFile({ shop, ...by }, { chunkId, columns: "generic" })).toMatchObject({
      refused: "conflict",
    });
  });

  it("is carried out on the day that the merchant chooses, and keeps it", async () => {
    const { shop, chunkId } = await bankBatch({ account: own });
    const handOver = (executionDay?: string) =>
      handOverFile({ shop, ...by }, { chunkId, columns: "sepa", executionDay });
    expect(await handOver("2026-04-01")).toMatchObject(refused("Choose today or a later day."));
    expect(await handOver("2026-04-03")).toMatchObject(
      refused("Choose a business day. Banks don't send SEPA payments on this day."),
    );
    expect(await handOver("2026-05-04")).toMatchObject(refused("Choose a day within the next 30 days."));
    expect(await readFile(shop.shopId, chunkId)).toMatchObject({ refused: "conflict" });
    expect(await handOver("2026-04-20")).toBeNull();
    expect([await handOver("2026-04-20"), await handOver()]).toEqual([null, null]);
    expect(await handOver("2026-04-21")).toMatchObject({
      refused: "conflict",
      message: "This file was downloaded with another execution date.",
    });
    const file = await readFile(shop.shopId, chunkId);
    if (isRefusal(file)) throw new Error(file.message);
    expect(readSepaFile(file.text).executionDay).toBe("2026-04-20");
  });

  it("alone has an execution date", async () => {
    const { shop, chunkId } = await bankBatch({ account: own });
    const asked = { chunkId, columns: "generic", executionDay: "2026-04-20" } as const;
    expect(await handOverFile({ shop, ...by }, asked)).toMatchObject({
      errors: [{ field: "executionDay", message: "Only a SEPA file has an execution date." }],
    });
  });

  it("needs the store's account, which may be added after the payout was planned", async () => {
    const { shop, chunkId } = await bankBatch();
    expect(await handOverFile({ shop, ...by }, { chunkId, columns: "sepa" })).toMatchObject({
      refused: "conflict",
      message: "Add your store's name and IBAN in Settings ▸ Payouts to create a SEPA file",
    });
    expect(await readFile(shop.shopId, chunkId)).toMatchObject({ refused: "conflict" });
    await saveOwn(shop.shopId, own);
    expect(await handOverFile({ shop, ...by }, { chunkId, columns: "sepa" })).toBeNull();
  });

  it("never pays from another store's account", async () => {
    await bankBatch({ account: own });
    const { shop, chunkId } = await bankBatch();
    expect(await handOverFile({ shop, ...by }, { chunkId, columns: "sepa" })).toMatchObject({
      refused: "conflict",
    });
  });

  it("pays euros alone", async () => {
    const { shop, chunkId } = await bankBatch({ account: own, currency: "USD" });
    expect(await handOverFile({ shop, ...by }, { chunkId, columns: "sepa" })).toMatchObject({
      refused: "conflict",
      message: expect.stringContaining("this payout is in USD"),
    });
    expect(await handOverFile({ shop, ...by }, { chunkId, columns: "wise" })).toBeNull();
  });

  it("has a file of its own beside the payments that SEPA cannot make", async () => {
    const { shop, chunkIds } = await bankBatch({ account: own, accounts: [dutch, american, dutch] });
    const [sepa = "", other = ""] = chunkIds;
    expect(chunkIds).toHaveLength(2);
    expect(await handOverFile({ shop, ...by }, { chunkId: sepa, columns: "sepa" })).toBeNull();
    expect(await handOverFile({ shop, ...by }, { chunkId: other, columns: "sepa" })).toMatchObject({
      message: "SEPA can't make 1 payment in this file: The account is outside SEPA. Download a CSV file",
    });
    expect(await handOverFile({ shop, ...by }, { chunkId: other, columns: "generic" })).toBeNull();
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });

  it("writes its reference without an underscore in CSV too", async () => {
    const { shop, chunkId, items } = await bankBatch();
    await handOverFile({ shop, ...by }, { chunkId, columns: "wise" });
    const file = await readFile(shop.shopId, chunkId);
    if (isRefusal(file)) throw new Error(file.message);
    for (const { itemId } of items) expect(file.text).toContain(`"${itemId.replace("_", "")}"`);
  });

  it("cannot be exchanged, and verification names one that was", async () => {
    const { shop, chunkId } = await bankBatch({ account: own });
    await handOverFile({ shop, ...by }, { chunkId, columns: "sepa" });
    const falsify = sql`update payout_chunks set sealed_file = sealed_content where chunk_id = ${chunkId}`;
    await expect(db().execute(falsify)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("A payout is frozen") },
    });
    await db().execute(sql`alter table payout_chunks disable trigger payout_chunks_frozen`);
    await db().execute(falsify);
    await db().execute(sql`alter table payout_chunks enable trigger payout_chunks_frozen`);
    expect((await verifyShop(shop.shopId)).differences).toMatchObject([
      { table: "payout_chunks", key: chunkId, what: "is not what was frozen" },
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
      errors: [{ field: "bankAccount.iban", message: "Enter the IBAN" }],
    });
  });
});
