import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { type ApplicationId, type ClaimId, idPrefixes, type ShopId } from "#app/domain/ids.ts";
import { emailNewsOfShop } from "#app/flows/emails/email-merchant-news.ts";
import { sendWeeklySummary } from "#app/flows/reports/weekly-summary.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { insertClaim } from "#app/store/claims.ts";
import { insertFlags, openFlag } from "#app/store/flags.ts";
import { applications } from "#app/store/schema/applications.ts";
import { flags } from "#app/store/schema/flags.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { emailsTurnedOff } from "#app/store/schema/emails.ts";
import { dailyShopFigures } from "#app/store/schema/figures.ts";
import { shops } from "#app/store/schema/shops.ts";
import { emailsOf } from "../../support/emails.ts";
import { makeMerchant } from "../../support/merchant.ts";

const start = new Date("2026-03-30T06:00:00Z");
const minutes = (count: number) => new Date(start.getTime() + count * 60_000);

async function makeShop() {
  const merchant = await makeMerchant();
  await db()
    .update(shops)
    .set({
      displayName: "Demo Store",
      contactEmail: "owner@shop.test",
      timeZone: "Europe/Berlin",
      installedAt: new Date("2026-01-01T00:00:00Z"),
    })
    .where(eq(shops.shopId, merchant.shopId));
  return merchant;
}

let applied = 0;

/** An application that was confirmed at an instant and waits. */
async function apply({ shopId, programId }: Awaited<ReturnType<typeof makeShop>>, name: string, at: Date) {
  applied += 1;
  const email = `applicant${applied}@example.com`;
  await db()
    .insert(applications)
    .values({
      shopId,
      applicationId: newId<ApplicationId>(idPrefixes.application, at),
      programId,
      name,
      email,
      emailKey: email,
      answers: [],
      country: "",
      language: "en",
      referrer: "",
      utm: {},
      termsVersion: 1,
      status: "new",
      appliedAt: at,
      confirmedAt: at,
      tokenHash: email,
      tokenExpiresAt: at,
    });
}

type Store = Awaited<ReturnType<typeof makeShop>>;

/** A claim of the store's affiliate, made at an instant. */
async function claim({ shopId, affiliateId }: Store, orderName: string, madeAt: Date) {
  const claimId = newId<ClaimId>(idPrefixes.claim, madeAt);
  const row = { shopId, claimId, affiliateId, orderName, status: "open", madeAt } as const;
  await inTransaction((tx) => insertClaim(tx, row));
}

/** A flag about the store's affiliate, raised at an instant. */
async function flag({ shopId, affiliateId }: Store, kind: "burst" | "ad-click", now: Date) {
  const finding = { kind, score: 60, evidence: {} } as const;
  const subject = { shopId, affiliateId, subjectKind: "affiliate", subjectId: affiliateId } as const;
  await insertFlags(db(), [openFlag({ ...subject, finding, action: "note", now })]);
}

const tell = async (shopId: ShopId, at: Date) => {
  await emailNewsOfShop(await openQueue(), shopId, at);
};
const summarize = async (shopId: ShopId, at: Date) => {
  await sendWeeklySummary(await openQueue(), shopId, at);
};

describe("a merchant", () => {
  it("hears of an application at once, and of those within the next hour in one email", async () => {
    const shop = await makeShop();
    const other = await makeShop();
    await tell(shop.shopId, start);
    await apply(shop, "Ana Ruiz", minutes(1));
    await tell(shop.shopId, minutes(5));
    await apply(shop, "Bo Li", minutes(6));
    await apply(shop, "Cy Fox", minutes(7));
    await tell(shop.shopId, minutes(10));
    await tell(shop.shopId, minutes(66));
    await tell(shop.shopId, minutes(130));
    const mails = await emailsOf(shop.shopId);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ["owner@shop.test", "1 new application at Demo Store"],
      ["owner@shop.test", "2 new applications at Demo Store"],
    ]);
    expect(mails[1]?.text).toContain("2 new applications: Bo Li and Cy Fox.");
    expect(mails[1]?.text).toContain("/dashboard/affiliates/applications");
    expect(await emailsOf(other.shopId)).toEqual([]);
  });

  it("hears of a claim at once, and of those within the next hour in one email", async () => {
    const shop = await makeShop();
    const other = await makeShop();
    await db().update(affiliates).set({ name: "Maya Lind" }).where(eq(affiliates.shopId, shop.shopId));
    await tell(shop.shopId, start);
    await claim(shop, "#1001", minutes(1));
    await tell(shop.shopId, minutes(5));
    await claim(shop, "#1002", minutes(6));
    await claim(shop, "#1003", minutes(7));
    await tell(shop.shopId, minutes(10));
    await tell(shop.shopId, minutes(66));
    const mails = await emailsOf(shop.shopId);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ["owner@shop.test", "1 new claim at Demo Store"],
      ["owner@shop.test", "2 new claims at Demo Store"],
    ]);
    expect(mails[0]?.text).toContain("Maya Lind");
    expect(mails[0]?.text).toContain("/dashboard/affiliates/claims");
    expect(await emailsOf(other.shopId)).toEqual([]);
  });

  it("hears of fraud flags by their rules, and of none that was dismissed before", async () => {
    const shop = await makeShop();
    await tell(shop.shopId, start);
    await flag(shop, "burst", minutes(1));
    await db().update(flags).set({ status: "dismissed" }).where(eq(flags.shopId, shop.shopId));
    await flag(shop, "ad-click", minutes(2));
    await tell(shop.shopId, minutes(5));
    const mails = await emailsOf(shop.shopId);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ["owner@shop.test", "1 new fraud flag at Demo Store"],
    ]);
    expect(mails[0]?.text).toContain("1 new fraud flag: Paid ad traffic");
    expect(mails[0]?.text).toContain("/dashboard/affiliates/flags");
  });

  it("hears nothing of what was decided before, or after turning the email off", async () => {
    const shop = await makeShop();
    await tell(shop.shopId, start);
    await apply(shop, "Ana Ruiz", minutes(1));
    await db().update(applications).set({ status: "declined" }).where(eq(applications.shopId, shop.shopId));
    await tell(shop.shopId, minutes(5));
    await db()
      .insert(emailsTurnedOff)
      .values({ shopId: shop.shopId, kind: "new_application", turnedOffAt: start });
    await apply(shop, "Bo Li", minutes(6));
    await tell(shop.shopId, minutes(10));
    expect(await emailsOf(shop.shopId)).toEqual([]);
  });

  it("gets the figures of last week on Monday at eight by the store's clock, once", async () => {
    const shop = await makeShop();
    const figures = (day: string, orders: number, revenueMinor: bigint) => ({
      shopId: shop.shopId,
      day,
      currency: "USD",
      orders,
      revenueMinor,
      commissionMinor: revenueMinor / 10n,
      updatedAt: start,
    });
    await db()
      .insert(dailyShopFigures)
      .values([
        figures("2026-03-22", 9, 99_900n),
        figures("2026-03-23", 2, 25_800n),
        figures("2026-03-29", 1, 12_900n),
        figures("2026-03-30", 5, 50_000n),
      ]);
    await apply(shop, "Ana Ruiz", new Date("2026-03-24T10:00:00Z"));
    // Eight in Berlin, where the clocks changed the day before, is six in UTC.
    await summarize(shop.shopId, new Date(start.getTime() - 1));
    expect(await emailsOf(shop.shopId)).toEqual([]);
    await summarize(shop.shopId, start);
    await summarize(shop.shopId, minutes(15));
    const mails = await emailsOf(shop.shopId);
    expect(mails.map((mail) => mail.subject)).toEqual([
      "Your affiliate program, Mar 23, 2026 – Mar 29, 2026",
    ]);
    expect(mails[0]?.text).toContain("Orders: 3\nSales: $387.00\nCommissions: $38.70\nNew affiliates: 0");
    expect(mails[0]?.text).toContain("Applications waiting: 1\nTo do: 1");
  });

  it("gets no summary of a week in which nothing happened", async () => {
    const shop = await makeShop();
    await summarize(shop.shopId, start);
    expect(await emailsOf(shop.shopId)).toEqual([]);
  });
});
