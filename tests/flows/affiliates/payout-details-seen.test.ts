import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ConfirmedMethod } from "#app/domain/payouts/details.ts";
import { readAffiliates } from "#app/flows/affiliates/read-affiliates.ts";
import { watchAffiliates } from "#app/flows/fraud/watch-fraud.ts";
import { db } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { listFlags } from "#app/store/flags.ts";
import { openAccount, sealAccount } from "#app/store/payout-details.ts";
import { payoutDetails } from "#app/store/schema/payouts.ts";
import { shops } from "#app/store/schema/shops.ts";
import { accepted } from "../../support/accepted.ts";
import { emailsOf } from "../../support/emails.ts";
import { after, iban, makePerson, paypal, personOf } from "../../support/paid-person.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

it("affiliates are found by the method that they confirmed last, and those who confirmed none", async () => {
  const zoe = await makePerson();
  const bea = await personOf(zoe, (await addAffiliate(zoe)).affiliateId);
  const found = async (method: ConfirmedMethod) => {
    const asked = { filter: { method }, sort: "newest", page: 1, limit: 10 } as const;
    const { affiliates, total } = accepted(await readAffiliates(zoe.shop, asked));
    expect(total).toBe(affiliates.length);
    return affiliates.map((one) => one.id);
  };
  await zoe.enter(paypal, 0);
  expect(await found("none")).toHaveLength(2);
  await zoe.confirm(0);
  expect(await found("none")).toEqual([bea.affiliate.affiliateId]);
  expect(await found("paypal")).toEqual([zoe.affiliate.affiliateId]);
  await zoe.enter(iban, 30);
  await zoe.confirm(30);
  expect([await found("paypal"), await found("bank")]).toEqual([[], [zoe.affiliate.affiliateId]]);
});

describe("what others see", () => {
  it("never the account: not in the database, the history or the emails, and the shop is told of a change", async () => {
    const zoe = await makePerson();
    await db().update(shops).set({ contactEmail: "shop@shop.test" }).where(eq(shops.shopId, zoe.shopId));
    await zoe.enter(paypal, 0);
    await zoe.confirm(1);
    expect((await emailsOf(zoe.shopId)).some((mail) => mail.to === "shop@shop.test")).toBe(false);
    await zoe.enter(iban, 30);
    await zoe.confirm(31);
    const mails = await emailsOf(zoe.shopId);
    const told = mails.find((mail) => mail.to === "shop@shop.test");
    expect(told?.text).toContain("IBAN DE…3000");
    expect(told?.text).toContain("z…@paypal.example");
    expect(told?.text).toContain("Apr 3, 2026, 4:00");
    const history = await listAudit(db(), zoe.shopId, { kind: "affiliate", id: zoe.affiliate.affiliateId });
    expect(history.map((one) => one.action)).toEqual([
      "payout-details-confirmed",
      "payout-details-entered",
      "payout-details-confirmed",
      "payout-details-entered",
    ]);
    const rows = await db().select().from(payoutDetails).where(eq(payoutDetails.shopId, zoe.shopId));
    const all = JSON.stringify([rows, history, mails.map(({ to: _address, ...contents }) => contents)]);
    for (const secret of ["DE8937", "0532013000", "zoe@paypal"]) expect(all).not.toContain(secret);
  });

  it("opens for its own row only, and forgets accounts that were never in effect", async () => {
    const zoe = await makePerson();
    await zoe.enter(paypal, 0);
    await zoe.enter(iban, 1);
    const rows = await db().select().from(payoutDetails).where(eq(payoutDetails.shopId, zoe.shopId));
    const [dropped, kept] = rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    if (!dropped || !kept) throw new Error("Rows are missing.");
    expect(dropped).toMatchObject({ sealed: "", masked: "z…@paypal.example", endedAt: after(1) });
    expect(openAccount(zoe.shopId, kept)).toEqual(iban);
    expect(() => openAccount(zoe.shopId, { ...kept, detailsId: dropped.detailsId })).toThrow(
      "unable to authenticate",
    );
    const change = db()
      .update(payoutDetails)
      .set({
        sealed: sealAccount(zoe.shopId, kept.detailsId, { kind: "paypal", email: "thief@example.com" }),
      });
    await expect(change.where(eq(payoutDetails.detailsId, kept.detailsId))).rejects.toThrow("update");
    await expect(
      db().delete(payoutDetails).where(eq(payoutDetails.detailsId, kept.detailsId)),
    ).rejects.toThrow("delete");
  });

  it("raises the flag of two affiliates who are paid to one account, once it is confirmed", async () => {
    const zoe = await makePerson();
    const bea = await personOf(zoe, (await addAffiliate(zoe)).affiliateId);
    const flags = async () => {
      await watchAffiliates({ shopId: zoe.shopId, timeZone: "UTC" }, after(2));
      return listFlags(db(), zoe.shopId, { filter: {}, limit: 50, offset: 0 });
    };
    await zoe.enter(iban, 0);
    await zoe.confirm(0);
    await bea.enter({ ...iban, holder: "Bea" }, 1);
    expect(await flags()).toEqual([]);
    await bea.confirm(1);
    const found = await flags();
    expect(found).toMatchObject([{ kind: "shared-payout", action: "note" }]);
    const named = [found[0]?.affiliateId, ...((found[0]?.evidence["others"] ?? []) as string[])];
    expect(new Set(named)).toEqual(new Set([zoe, bea].map((one) => one.affiliate.affiliateId)));
  });
});
