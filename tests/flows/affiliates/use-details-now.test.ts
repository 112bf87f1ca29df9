import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { updateAffiliate } from "#app/flows/affiliates/update-affiliate.ts";
import { useDetailsNow } from "#app/flows/affiliates/use-details-now.ts";
import { db } from "#app/platform/db.server.ts";
import { setAffiliateLanguage } from "#app/store/affiliates.ts";
import { listAudit } from "#app/store/audit.ts";
import { payoutDetails } from "#app/store/schema/payouts.ts";
import { setEnv } from "../../support/environment.ts";
import { dropEmailsOf, emailsOf } from "../../support/emails.ts";
import { after, iban, makePerson, paypal, personOf } from "../../support/paid-person.ts";

beforeAll(() => {
  setEnv({ PAYPAL_URL: "https://id:secret@paypal.example/?webhook=W1" });
});

type Person = Awaited<ReturnType<typeof makePerson>>;

async function useNow(zoe: Person, detailsId: string, hours: number) {
  const by = { actor: zoe.actor, now: after(hours) };
  return await useDetailsNow({ shop: zoe.shop, ...by }, zoe.affiliate.affiliateId, detailsId);
}

it("uses new details at once, tells every address, and keeps who did it", async () => {
  const zoe = await makePerson();
  await zoe.enter(paypal, 0);
  await zoe.confirm(0);
  await zoe.enter(iban, 30);
  await zoe.confirm(30);
  await dropEmailsOf(zoe.shopId);
  expect(await useNow(zoe, await zoe.idOf("next", 31), 31)).toBeNull();
  expect(await zoe.held(30.9)).toBe("z…@paypal.example");
  expect(await zoe.held(31)).toBe("IBAN DE…3000");
  expect(await zoe.stands(31)).toEqual(["IBAN DE…3000", null, null]);

  const mails = await emailsOf(zoe.shopId);
  expect(mails.map((mail) => mail.to).toSorted()).toEqual(
    [zoe.affiliate.email, "zoe@paypal.example"].toSorted(),
  );
  for (const { text } of mails) {
    expect(text).toContain(
      "You're now paid to Bank transfer, IBAN DE…3000. Until now, you were paid to PayPal, z…@paypal.example.",
    );
  }
  const [newest] = await listAudit(db(), zoe.shopId, { kind: "affiliate", id: zoe.affiliate.affiliateId });
  expect(newest).toMatchObject({
    action: "payout-details-used-early",
    actorKind: "staff",
    actorName: zoe.actor.name,
    details: { account: "IBAN DE…3000", before: "z…@paypal.example", instead: after(54).toISOString() },
  });
});

it("names the methods in the affiliate's language", async () => {
  const zoe = await makePerson();
  await setAffiliateLanguage(db(), { ...zoe.affiliate, language: "de" });
  await zoe.enter(paypal, 0);
  await zoe.confirm(0);
  await zoe.enter(iban, 30);
  await zoe.confirm(30);
  await useNow(zoe, await zoe.idOf("next", 31), 31);
  const texts = (await emailsOf(zoe.shopId))
    .filter((mail) => mail.to === zoe.affiliate.email)
    .map((mail) => mail.text);
  // To confirm them, when they changed, and when the store used them early.
  expect(texts.filter((text) => text.includes("Überweisung, IBAN DE…3000"))).toHaveLength(3);
  expect(texts.join(" ")).not.toContain("Bank transfer");
});

it("tells the address that the affiliate had before the store changed it", async () => {
  const zoe = await makePerson();
  await zoe.enter(iban, 0);
  await zoe.confirm(0);
  const former = zoe.affiliate.email;
  const email = `moved-${former}`;
  const moved = { actor: zoe.actor, now: after(30) };
  await updateAffiliate({ shop: zoe, ...moved }, zoe.affiliate.affiliateId, { email });
  const again = await personOf(zoe, zoe.affiliate.affiliateId);
  await again.enter({ ...iban, holder: "Somebody Else" }, 31);
  await again.confirm(31);
  await dropEmailsOf(zoe.shopId);
  expect(await useNow(zoe, await zoe.idOf("next", 32), 32)).toBeNull();
  expect((await emailsOf(zoe.shopId)).map((mail) => mail.to).toSorted()).toEqual([email, former].toSorted());
});

it("uses first details at once, and tells one address once", async () => {
  const zoe = await makePerson();
  await zoe.enter({ kind: "paypal", email: zoe.affiliate.email.toUpperCase() }, 0);
  await zoe.confirm(0);
  await dropEmailsOf(zoe.shopId);
  expect(await useNow(zoe, await zoe.idOf("next", 1), 1)).toBeNull();
  expect(await zoe.held(1)).not.toBeNull();
  expect((await emailsOf(zoe.shopId)).map((mail) => mail.to)).toEqual([zoe.affiliate.email]);
});

it("refuses what isn't waiting: unconfirmed, already used, replaced, or of another shop", async () => {
  const [zoe, stranger] = [await makePerson(), await makePerson()];
  await zoe.enter(paypal, 0);
  const unconfirmed = await useNow(zoe, await zoe.idOf("unconfirmed", 0), 0);
  expect(isRefusal(unconfirmed) && unconfirmed.refused).toBe("conflict");
  await zoe.confirm(0);
  const first = await zoe.idOf("next", 1);
  await zoe.enter(iban, 2);
  await zoe.confirm(2);
  const replaced = await useNow(zoe, first, 3);
  expect(isRefusal(replaced) && replaced.refused).toBe("conflict");
  expect(await zoe.stands(3)).toEqual([null, "IBAN DE…3000", null]);

  const id = await zoe.idOf("next", 3);
  const by = { actor: stranger.actor, now: after(3) };
  const foreign = await useDetailsNow({ shop: stranger.shop, ...by }, zoe.affiliate.affiliateId, id);
  expect(isRefusal(foreign) && foreign.refused).toBe("not-found");
  const used = await useNow(zoe, id, 27);
  expect(isRefusal(used) && used.refused).toBe("conflict");
});

it("of two people at once the second is told", async () => {
  const zoe = await makePerson();
  await zoe.enter(iban, 0);
  await zoe.confirm(0);
  await dropEmailsOf(zoe.shopId);
  const id = await zoe.idOf("next", 1);
  const results = await Promise.all([useNow(zoe, id, 1), useNow(zoe, id, 1)]);
  expect(results.filter((one) => one === null)).toHaveLength(1);
  expect(await emailsOf(zoe.shopId)).toHaveLength(1);
});

it("the database moves the start of details only between their confirmation and their old start", async () => {
  const zoe = await makePerson();
  await zoe.enter(iban, 0);
  await zoe.confirm(5);
  const id = await zoe.idOf("next", 6);
  const moved = async (hours: string) =>
    await db()
      .update(payoutDetails)
      .set({ effectiveAt: sql`effective_at + ${hours}::interval` })
      .where(eq(payoutDetails.detailsId, id as typeof payoutDetails.$inferSelect.detailsId));
  await expect(moved("1 hour")).rejects.toThrow("update");
  await expect(moved("-25 hours")).rejects.toThrow("update");
});

it("is refused where no email server could tell the affiliate", async () => {
  const zoe = await makePerson();
  await zoe.enter(iban, 0);
  await zoe.confirm(0);
  const id = await zoe.idOf("next", 1);
  setEnv({ SMTP_URL: "" });
  const refused = await useNow(zoe, id, 1);
  expect(isRefusal(refused) && refused.refused).toBe("not-possible");
  expect(await zoe.held(1)).toBeNull();
});
