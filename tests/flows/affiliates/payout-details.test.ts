import { describe, expect, it } from "vitest";
import { usualSettings } from "#app/domain/payouts/settings.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { confirmDetails } from "#app/flows/affiliates/confirm-details.ts";
import { requestSignIn } from "#app/flows/affiliates/request-sign-in.ts";
import { signIn } from "#app/flows/affiliates/sign-in.ts";
import { updateAffiliate } from "#app/flows/affiliates/update-affiliate.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { savePayoutSettings } from "#app/store/payout-settings.ts";
import { emailsOf, tokenIn } from "../../support/emails.ts";
import { after, iban, makePerson, paypal, personOf, start } from "../../support/paid-person.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

function messageOf(result: unknown): string {
  if (!isRefusal(result)) throw new Error("It was not refused.");
  return result.reason.code;
}

describe("entering details", () => {
  it("changes nothing before the email's link and 24 hours", async () => {
    const zoe = await makePerson();
    expect(await zoe.enter(paypal, 0)).toEqual({ masked: "z…@paypal.example" });
    expect(await zoe.stands(0)).toEqual([null, null, "z…@paypal.example"]);
    expect(await zoe.held(1000)).toBeNull();
    expect(await zoe.confirm(2)).toMatchObject({
      method: "paypal",
      account: "z…@paypal.example",
      effectiveAt: after(26),
    });
    expect(await zoe.stands(2)).toEqual([null, "z…@paypal.example", null]);
    expect(await zoe.held(25.999)).toBeNull();
    expect(await zoe.held(26)).toBe("z…@paypal.example");
    expect(await zoe.stands(26)).toEqual(["z…@paypal.example", null, null]);
  });

  it("keeps the current details until the new ones take effect, without a gap or an overlap", async () => {
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
    const mails = await emailsOf(zoe.shopId);
    expect(mails).toHaveLength(2);
    const results = await Promise.all(mails.map((mail) => confirmDetails(tokenIn(mail), after(1))));
    expect(results.filter(isRefusal)).toHaveLength(1);
    const [, next, unconfirmed] = await zoe.stands(1);
    expect(unconfirmed).toBeNull();
    const kept = results.find((one) => !isRefusal(one));
    if (!kept || isRefusal(kept)) throw new Error("Neither link opened.");
    expect(kept.account).toContain(next);
  });

  it("refuses details already in effect, and methods that the store does not offer", async () => {
    const zoe = await makePerson();
    await zoe.enter(iban, 0);
    await zoe.confirm(0);
    expect(messageOf(await zoe.enter(iban, 30))).toContain("details_unchanged");
    expect(await zoe.enter({ ...iban, holder: "Zoe Nunez" }, 30)).toMatchObject({ masked: "IBAN DE…3000" });
    await inTransaction((tx) =>
      savePayoutSettings(tx, zoe.shopId, {
        ...usualSettings,
        methods: ["paypal"],
        ranThrough: "",
        updatedAt: start,
      }),
    );
    expect(messageOf(await zoe.enter({ ...iban, holder: "Z. N." }, 31))).toContain("method_not_offered");
  });

  it("sends no more emails than an affiliate may get", async () => {
    const zoe = await makePerson();
    await zoe.enter(paypal, 0);
    for (let times = 1; times < 5; times += 1) expect(isRefusal(await zoe.again(0.1))).toBe(false);
    expect(messageOf(await zoe.again(0.2))).toContain("too_many_emails");
    expect(messageOf(await zoe.enter(iban, 0.3))).toContain("too_many_emails");
    expect(await zoe.stands(0.3)).toEqual([null, null, "z…@paypal.example"]);
    expect(await zoe.again(2)).toEqual({ masked: "z…@paypal.example" });
  });
});

describe("the link of the email", () => {
  it("opens once, for a day, and not for what was withdrawn", async () => {
    const zoe = await makePerson();
    await zoe.enter(paypal, 0);
    expect(messageOf(await zoe.confirm(24))).toContain("link_expired");
    await zoe.again(24);
    const token = await zoe.newestToken();
    expect(isRefusal(await confirmDetails(token, after(25)))).toBe(false);
    expect(messageOf(await confirmDetails(token, after(25)))).toContain("link_used");
    await zoe.enter(iban, 26);
    await zoe.withdraw(await zoe.idOf("unconfirmed", 26), 27);
    expect(messageOf(await zoe.confirm(28))).toContain("link_used");
    expect(await zoe.stands(28)).toEqual([null, "z…@paypal.example", null]);
  });

  it("is nothing to sign in with, and a link to sign in confirms nothing", async () => {
    const zoe = await makePerson();
    await zoe.enter(paypal, 0);
    expect(messageOf(await signIn(await zoe.newestToken(), after(0)))).toContain("link_incomplete");
    const token = await zoe.newestToken();
    await requestSignIn({ shop: zoe.shop.domain, email: zoe.affiliate.email, now: after(1) });
    expect(messageOf(await confirmDetails(await zoe.newestToken(), after(1)))).toContain("link_incomplete");
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
    expect(messageOf(await confirmDetails(`${stranger.shopId}.${secret}`, after(1)))).toContain(
      "link_incomplete",
    );
  });

  it("ends with the address to which it was sent", async () => {
    const zoe = await makePerson();
    await zoe.enter(paypal, 0);
    const by = { actor: zoe.actor, now: after(1) };
    await updateAffiliate({ shop: zoe, ...by }, zoe.affiliate.affiliateId, { email: "new@example.com" });
    expect(messageOf(await zoe.confirm(2))).toContain("link_used");
    expect(await zoe.stands(2)).toEqual([null, null, "z…@paypal.example"]);
  });
});

describe("withdrawing", () => {
  it("restores the previous details, as if nothing had been entered", async () => {
    const zoe = await makePerson();
    await zoe.enter(paypal, 0);
    await zoe.confirm(0);
    await zoe.enter(iban, 30);
    await zoe.confirm(30);
    const id = await zoe.idOf("next", 31);
    expect(await zoe.withdraw(id, 40)).toBeNull();
    expect(await zoe.stands(40)).toEqual(["z…@paypal.example", null, null]);
    expect(await zoe.held(10_000)).toBe("z…@paypal.example");
    expect(messageOf(await zoe.withdraw(id, 41))).toContain("details_not_waiting");
  });

  it("is possible until the last instant, and only for one's own", async () => {
    const zoe = await makePerson();
    const bea = await personOf(zoe, (await addAffiliate(zoe)).affiliateId);
    await zoe.enter(paypal, 0);
    await zoe.confirm(0);
    const id = await zoe.idOf("next", 1);
    expect(messageOf(await bea.withdraw(id, 1))).toContain("details_not_waiting");
    expect(messageOf(await zoe.withdraw(id, 24))).toContain("details_not_waiting");
    expect(await zoe.withdraw(id, 23.9999)).toBeNull();
    expect(await zoe.held(24)).toBeNull();
  });
});
