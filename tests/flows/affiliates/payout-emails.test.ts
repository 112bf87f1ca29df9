import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { AffiliateId } from "#app/domain/ids.ts";
import { chooseReminders } from "#app/flows/affiliates/read-details.ts";
import { askForDetails, remindShop } from "#app/flows/affiliates/remind-of-details.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { savePayoutLimit } from "#app/store/payout-settings.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { ledgerBalances } from "#app/store/schema/ledger.ts";
import { shops } from "#app/store/schema/shops.ts";
import { findShop } from "#app/store/shops.ts";
import { restoreEnv, setEnv } from "../../support/environment.ts";
import { emailsOf } from "../../support/emails.ts";
import { giveAccount, tester } from "../../support/planned-payouts.ts";
import { addAffiliate, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const start = new Date("2026-04-01T09:00:00Z");
const after = (days: number) => new Date(start.getTime() + days * 86_400_000);

/** Posts an available balance. These tests don't care where it came from. */
async function owe(
  { shopId }: SellingShop,
  affiliateId: AffiliateId,
  balanceMinor: bigint,
  currency = "USD",
) {
  await db()
    .insert(ledgerBalances)
    .values({ shopId, affiliateId, account: "payable", currency, balanceMinor });
}

const remind = async ({ shopId }: SellingShop, days: number) => remindShop(shopId, after(days));
const addressesOf = async ({ shopId }: SellingShop) => (await emailsOf(shopId)).map((mail) => mail.to);

describe("reminders that details are missing", () => {
  it("come when money waits, after a week, and then every 30 days, each told in the history", async () => {
    const shop = await makeSellingShop();
    await owe(shop, shop.affiliateId, 1250n);
    const sentOn: number[] = [];
    for (let day = 0; day <= 100; day += 1) if ((await remind(shop, day)) > 0) sentOn.push(day);
    expect(sentOn).toEqual([0, 7, 37, 67, 97]);
    const [mail] = await emailsOf(shop.shopId);
    expect(mail?.text).toContain("$12.50");
    expect(mail?.text).toContain("/portal/payout-details");
    const history = await listAudit(db(), shop.shopId, { kind: "affiliate", id: shop.affiliateId });
    expect(history.map((one) => one.action)).toEqual(sentOn.map(() => "payout-details-reminded"));
    expect(history[0]?.details).toEqual({ amounts: ["12.50 USD"] });
  });

  it("begin only when there is an email server, and no history says otherwise", async () => {
    const shop = await makeSellingShop();
    await owe(shop, shop.affiliateId, 1250n);
    setEnv({ SMTP_URL: "" });
    expect(await remind(shop, 0)).toBe(0);
    restoreEnv();
    expect(await listAudit(db(), shop.shopId, { kind: "affiliate", id: shop.affiliateId })).toEqual([]);
    expect(await remind(shop, 1)).toBe(1);
  });

  it("skip affiliates with details, a negative or too small balance, without active status, or who want none", async () => {
    const shop = await makeSellingShop();
    const people = await Promise.all(Array.from({ length: 5 }, () => addAffiliate(shop)));
    const [paid, owing, poor, unwilling, reminded] = people.map((one) => one.affiliateId);
    if (!paid || !owing || !poor || !unwilling || !reminded) throw new Error("Affiliates are missing.");
    await inTransaction((tx) =>
      savePayoutLimit(tx, shop.shopId, { currency: "USD", minimumMinor: 1000n, approvalMinor: null }),
    );
    await owe(shop, paid, 5000n);
    await giveAccount(shop.shopId, paid, { kind: "paypal", email: "a@b.example" });
    await owe(shop, owing, -5000n);
    await owe(shop, poor, 999n);
    await owe(shop, unwilling, 5000n);
    await chooseReminders({ shopId: shop.shopId, affiliateId: unwilling }, { wanted: false, now: start });
    await owe(shop, reminded, 1000n);
    await owe(shop, reminded, 7000n, "JPY");
    expect(await remind(shop, 1)).toBe(1);
    expect(await addressesOf(shop)).toEqual([`${reminded}@example.com`]);
    expect((await emailsOf(shop.shopId))[0]?.text).toContain("¥7,000 and $10.00");
    await chooseReminders({ shopId: shop.shopId, affiliateId: unwilling }, { wanted: true, now: start });
    expect(await remind(shop, 2)).toBe(1);
  });

  it("are sent once by two workers at once, and by no shop that has left", async () => {
    const shop = await makeSellingShop();
    await owe(shop, shop.affiliateId, 1000n);
    const counts = await Promise.all([remind(shop, 0), remind(shop, 0), remind(shop, 0)]);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
    expect(await addressesOf(shop)).toHaveLength(1);
    await db().update(shops).set({ uninstalledAt: start }).where(eq(shops.shopId, shop.shopId));
    expect(await remind(shop, 30)).toBe(0);
    // Emails still waiting aren't sent for a shop that uninstalled the app.
    expect(await addressesOf(shop)).toEqual([]);
  });
});

describe("a merchant's request for payout details", () => {
  const by = { actor: tester, now: start };

  it("reaches affiliates without details, once a day", async () => {
    const selling = await makeSellingShop();
    const { shopId, affiliateId } = selling;
    const shop = await findShop(db(), shopId);
    if (!shop) throw new Error("The shop is gone.");
    expect(await askForDetails({ shop, ...by }, affiliateId)).toMatchObject({ refused: "not-possible" });
    await owe(selling, affiliateId, 1250n);
    expect(await askForDetails({ shop, ...by }, affiliateId)).toBeNull();
    expect(await askForDetails({ shop, ...by }, affiliateId)).toMatchObject({ refused: "conflict" });
    expect(await emailsOf(shopId)).toHaveLength(1);
  });

  it("reports details that were entered meanwhile, and skips suspended affiliates", async () => {
    const selling = await makeSellingShop();
    const { shopId, affiliateId } = selling;
    const shop = await findShop(db(), shopId);
    if (!shop) throw new Error("The shop is gone.");
    await owe(selling, affiliateId, 1250n);
    await giveAccount(shopId, affiliateId, { kind: "paypal", email: "a@b.example" });
    expect(await askForDetails({ shop, ...by }, affiliateId)).toMatchObject({ refused: "conflict" });
    const other = await addAffiliate(selling);
    await owe(selling, other.affiliateId, 1250n);
    await db()
      .update(affiliates)
      .set({ status: "suspended" })
      .where(and(eq(affiliates.shopId, shopId), eq(affiliates.affiliateId, other.affiliateId)));
    expect(await askForDetails({ shop, ...by }, other.affiliateId)).toMatchObject({
      refused: "not-possible",
    });
    expect(await emailsOf(shopId)).toEqual([]);
  });
});
