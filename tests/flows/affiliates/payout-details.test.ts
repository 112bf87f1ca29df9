import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TypedAccount } from "#app/domain/payouts/details.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { confirmDetails } from "#app/flows/affiliates/confirm-details.ts";
import { enterDetails, sendConfirmationAgain } from "#app/flows/affiliates/enter-details.ts";
import { readAffiliateHistory } from "#app/flows/affiliates/read-affiliates.ts";
import { readDetails } from "#app/flows/affiliates/read-details.ts";
import { requestSignIn } from "#app/flows/affiliates/request-sign-in.ts";
import { signIn } from "#app/flows/affiliates/sign-in.ts";
import { updateAffiliate } from "#app/flows/affiliates/update-affiliate.ts";
import { withdrawDetails } from "#app/flows/affiliates/withdraw-details.ts";
import { watchAffiliates } from "#app/flows/fraud/watch-affiliates.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { closeQueue } from "#app/queue/queue.server.ts";
import { findAffiliate } from "#app/store/affiliates.ts";
import { listFlags } from "#app/store/flags.ts";
import { effectiveDetails, openAccount, sealAccount } from "#app/store/payout-details.ts";
import { savePayoutSettings } from "#app/store/payout-settings.ts";
import { payoutDetails } from "#app/store/schema/payouts.ts";
import { shops } from "#app/store/schema/shops.ts";
import { usualSettings } from "#app/domain/payouts/settings.ts";
import { mailsOf, tokenIn } from "../../support/mails.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

beforeAll(() => {
  process.env["PAYPAL_URL"] = "https://id:secret@paypal.example/?webhook=W1";
});
afterAll(() => closeQueue());

const start = new Date("2026-04-01T09:00:00Z");
const after = (hours: number) => new Date(start.getTime() + hours * 3_600_000);

const paypal: TypedAccount = { kind: "paypal", email: "zoe@paypal.example" };
const iban: TypedAccount = {
  kind: "iban",
  holder: "Zoë Núñez",
  country: "DE",
  currency: "EUR",
  iban: "DE89370400440532013000",
  bic: "",
};

/** A signed-in affiliate, and what they do at an hour. */
async function makePerson() {
  const merchant = await makeMerchant();
  return { ...merchant, ...(await personOf(merchant, merchant.affiliateId)) };
}

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

async function personOf({ shop, shopId }: Merchant, affiliateId: Merchant["affiliateId"]) {
  const affiliate = await findAffiliate(db(), shopId, affiliateId);
  if (!affiliate) throw new Error("The affiliate that was just made is not there.");
  const to = affiliate.email;
  const newestToken = async () =>
    tokenIn((await mailsOf(shopId)).findLast((mail) => mail.to === to && mail.text.includes("#token=")));
  return {
    affiliate,
    newestToken,
    enter: (typed: TypedAccount, hours: number) =>
      enterDetails(typed, { shop, affiliate, now: after(hours) }),
    again: (hours: number) => sendConfirmationAgain({ shop, affiliate, now: after(hours) }),
    confirm: async (hours: number) => confirmDetails(await newestToken(), after(hours)),
    withdraw: (id: string, hours: number) => withdrawDetails(affiliate, id, after(hours)),
    held: async (hours: number) =>
      (await effectiveDetails(db(), shopId, [affiliateId], after(hours))).get(affiliateId)?.masked ?? null,
    stands: async (hours: number) => {
      const { current, next, unconfirmed } = await readDetails(shopId, affiliateId, after(hours));
      return [current?.masked ?? null, next?.masked ?? null, unconfirmed?.masked ?? null];
    },
    idOf: async (which: "next" | "unconfirmed" | "current", hours: number) =>
      (await readDetails(shopId, affiliateId, after(hours)))[which]?.detailsId ?? "",
  };
}

function messageOf(result: unknown): string {
  if (!isRefusal(result)) throw new Error("It was not refused.");
  return result.message;
}

describe("entering details", () => {
  it("changes nothing before the mail's link and 24 hours", async () => {
    const zoe = await makePerson();
    expect(await zoe.enter(paypal, 0)).toEqual({ masked: "z…@paypal.example" });
    expect(await zoe.stands(0)).toEqual([null, null, "z…@paypal.example"]);
    expect(await zoe.held(1000)).toBeNull();
    expect(await zoe.confirm(2)).toMatchObject({
      account: "PayPal, z…@paypal.example",
      effectiveAt: after(26),
    });
    expect(await zoe.stands(2)).toEqual([null, "z…@paypal.example", null]);
    expect(await zoe.held(25.999)).toBeNull();
    expect(await zoe.held(26)).toBe("z…@paypal.example");
    expect(await zoe.stands(26)).toEqual(["z…@paypal.example", null, null]);
  });

  it("keeps what holds until the new details do, without a gap or an overlap", async () => {
    const zoe = await makePerson();
    await zoe.enter(paypal, 0);
    await zoe.confirm(0);
    await zoe.enter(iban, 50);
    expect(await zoe.stands(50)).toEqual(["z…@paypal.example", null, "IBAN DE…3000"]);
    await zoe.confirm(60);
    expect(await zoe.stands(60)).toEqual(["z…@paypal.example", "IBAN DE…3000", null]);
    expect(await zoe.held(83.9999)).toBe("z…@paypal.example");
    expect(await zoe.held(84)).toBe("IBAN DE…3000");
    expect(await zoe.stands(84)).toEqual(["IBAN DE…3000", null, null]);
  });

  it("lets the later of two changes win, however they are confirmed", async () => {
    const zoe = await makePerson();
    await zoe.enter(paypal, 0);
    await zoe.confirm(0);
    await zoe.enter(iban, 30);
    await zoe.confirm(30);
    await zoe.enter({ kind: "paypal", email: "other@paypal.example" }, 40);
    await zoe.confirm(41);
    expect(await zoe.stands(41)).toEqual(["z…@paypal.example", "o…@paypal.example", null]);
    expect(await zoe.held(54)).toBe("z…@paypal.example");
    expect(await zoe.held(65)).toBe("o…@paypal.example");
  });

  it("of two at once keeps one, and only its link opens", async () => {
    const zoe = await makePerson();
    await Promise.all([zoe.enter(paypal, 0), zoe.enter(iban, 0)]);
    const mails = await mailsOf(zoe.shopId);
    expect(mails).toHaveLength(2);
    const results = await Promise.all(mails.map((mail) => confirmDetails(tokenIn(mail), after(1))));
    expect(results.filter(isRefusal)).toHaveLength(1);
    const [, next, unconfirmed] = await zoe.stands(1);
    expect(unconfirmed).toBeNull();
    const kept = results.find((one) => !isRefusal(one));
    if (!kept || isRefusal(kept)) throw new Error("Neither link opened.");
    expect(kept.account).toContain(next);
  });

  it("refuses what holds already, and what the store does not pay by", async () => {
    const zoe = await makePerson();
    await zoe.enter(iban, 0);
    await zoe.confirm(0);
    expect(messageOf(await zoe.enter(iban, 30))).toContain("have already");
    expect(await zoe.enter({ ...iban, holder: "Zoe Nunez" }, 30)).toMatchObject({ masked: "IBAN DE…3000" });
    await inTransaction((tx) =>
      savePayoutSettings(tx, zoe.shopId, {
        ...usualSettings,
        methods: ["paypal"],
        ranThrough: "",
        updatedAt: start,
      }),
    );
    expect(messageOf(await zoe.enter({ ...iban, holder: "Z. N." }, 31))).toContain(
      "does not pay by this way",
    );
  });

  it("sends no more mails than an affiliate may get", async () => {
    const zoe = await makePerson();
    await zoe.enter(paypal, 0);
    for (let times = 1; times < 5; times += 1) expect(isRefusal(await zoe.again(0.1))).toBe(false);
    expect(messageOf(await zoe.again(0.2))).toContain("several mails");
    expect(messageOf(await zoe.enter(iban, 0.3))).toContain("several mails");
    expect(await zoe.stands(0.3)).toEqual([null, null, "z…@paypal.example"]);
    expect(await zoe.again(2)).toEqual({ masked: "z…@paypal.example" });
  });
});

describe("the link of the mail", () => {
  it("opens once, for a day, and not for what was withdrawn", async () => {
    const zoe = await makePerson();
    await zoe.enter(paypal, 0);
    expect(messageOf(await zoe.confirm(24))).toContain("expired");
    await zoe.again(24);
    const token = await zoe.newestToken();
    expect(isRefusal(await confirmDetails(token, after(25)))).toBe(false);
    expect(messageOf(await confirmDetails(token, after(25)))).toContain("already used");
    await zoe.enter(iban, 26);
    await zoe.withdraw(await zoe.idOf("unconfirmed", 26), 27);
    expect(messageOf(await zoe.confirm(28))).toContain("already used");
    expect(await zoe.stands(28)).toEqual([null, "z…@paypal.example", null]);
  });

  it("is nothing to sign in with, and a link to sign in confirms nothing", async () => {
    const zoe = await makePerson();
    await zoe.enter(paypal, 0);
    expect(messageOf(await signIn(await zoe.newestToken(), after(0)))).toContain("not valid");
    const token = await zoe.newestToken();
    await requestSignIn({ shop: zoe.shop.domain, email: zoe.affiliate.email, now: after(1) });
    expect(messageOf(await confirmDetails(await zoe.newestToken(), after(1)))).toContain("not valid");
    expect(isRefusal(await confirmDetails(token, after(1)))).toBe(false);
  });

  it("confirms its own affiliate's details and nobody else's, in its own shop", async () => {
    const zoe = await makePerson();
    const bea = await personOf(zoe, (await addAffiliate(zoe)).affiliateId);
    const stranger = await makePerson();
    await zoe.enter(paypal, 0);
    await bea.enter(iban, 0);
    await bea.confirm(1);
    expect(await zoe.stands(1)).toEqual([null, null, "z…@paypal.example"]);
    expect(await bea.stands(1)).toEqual([null, "IBAN DE…3000", null]);
    const secret = (await zoe.newestToken()).split(".")[1] ?? "";
    expect(messageOf(await confirmDetails(`${stranger.shopId}.${secret}`, after(1)))).toContain("not valid");
  });

  it("ends with the address to which it was sent", async () => {
    const zoe = await makePerson();
    await zoe.enter(paypal, 0);
    const by = { actor: zoe.actor, now: after(1) };
    await updateAffiliate(zoe.shopId, zoe.affiliate.affiliateId, { email: "new@example.com" }, by);
    expect(messageOf(await zoe.confirm(2))).toContain("already used");
    expect(await zoe.stands(2)).toEqual([null, null, "z…@paypal.example"]);
  });
});

describe("withdrawing", () => {
  it("brings back what held, as if nothing had been entered", async () => {
    const zoe = await makePerson();
    await zoe.enter(paypal, 0);
    await zoe.confirm(0);
    await zoe.enter(iban, 30);
    await zoe.confirm(30);
    const id = await zoe.idOf("next", 31);
    expect(await zoe.withdraw(id, 40)).toBeNull();
    expect(await zoe.stands(40)).toEqual(["z…@paypal.example", null, null]);
    expect(await zoe.held(10_000)).toBe("z…@paypal.example");
    expect(messageOf(await zoe.withdraw(id, 41))).toContain("do not wait any more");
  });

  it("is possible until the last instant, and only for one's own", async () => {
    const zoe = await makePerson();
    const bea = await personOf(zoe, (await addAffiliate(zoe)).affiliateId);
    await zoe.enter(paypal, 0);
    await zoe.confirm(0);
    const id = await zoe.idOf("next", 1);
    expect(messageOf(await bea.withdraw(id, 1))).toContain("do not wait any more");
    expect(messageOf(await zoe.withdraw(id, 24))).toContain("do not wait any more");
    expect(await zoe.withdraw(id, 23.9999)).toBeNull();
    expect(await zoe.held(24)).toBeNull();
  });
});

describe("what others see", () => {
  it("never the account: not in the database, the history or the mails, and the shop is told of a change", async () => {
    const zoe = await makePerson();
    await db().update(shops).set({ contactEmail: "shop@shop.test" }).where(eq(shops.shopId, zoe.shopId));
    await zoe.enter(paypal, 0);
    await zoe.confirm(0);
    expect((await mailsOf(zoe.shopId)).some((mail) => mail.to === "shop@shop.test")).toBe(false);
    await zoe.enter(iban, 30);
    await zoe.confirm(30);
    const mails = await mailsOf(zoe.shopId);
    const told = mails.find((mail) => mail.to === "shop@shop.test");
    expect(told?.text).toContain("IBAN DE…3000");
    expect(told?.text).toContain("z…@paypal.example");
    expect(told?.text).toContain("3 April 2026");
    const history = await readAffiliateHistory(zoe.shopId, zoe.affiliate.affiliateId);
    expect(history.map((one) => one.action)).toEqual([
      "payout-details-confirmed",
      "payout-details-entered",
      "payout-details-confirmed",
      "payout-details-entered",
    ]);
    const rows = await db().select().from(payoutDetails).where(eq(payoutDetails.shopId, zoe.shopId));
    const all = JSON.stringify([rows, history, mails]);
    for (const secret of ["DE8937", "0532013000", "zoe@paypal"]) expect(all).not.toContain(secret);
  });

  it("opens for its own row only, and forgets accounts that never held", async () => {
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
