import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import type { Condition } from "#app/domain/terms/condition.ts";
import { changeTagsOfMany, type TagChange } from "#app/flows/affiliates/change-tags.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { readAffiliateTerms } from "#app/flows/programs/affiliate-terms.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { joinPrograms } from "#app/store/affiliates.ts";
import { programs } from "#app/store/schema/programs.ts";
import { affiliateTags } from "#app/store/schema/affiliates.ts";
import { accepted } from "../../support/accepted.ts";
import { dropEmailsOf, emailsOf } from "../../support/emails.ts";
import { addProgram, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { deliver, emptyInbox, currentBalance } from "../../support/inbox.ts";
import { earnings, percent, ruled, sell } from "../../support/sold-under.ts";

const vip: Condition = { kind: "affiliate-tag", op: "any-of", values: ["VIP"] };
const by = (at: string) => ({
  actor: { kind: "staff" as const, id: "stf_1", name: "Ada", email: "ada@example.com" },
  now: new Date(at),
});

async function vipShop(noticeDays = 14): Promise<SellingShop> {
  const shop = await makeSellingShop({ terms: ruled(vip, percent(15)) });
  await db().update(programs).set({ noticeDays }).where(eq(programs.programId, shop.programId));
  return shop;
}

async function change({ shopId, affiliateId }: SellingShop, at: string, tags: Partial<TagChange>) {
  await changeTagsOfMany(
    { shop: { shopId }, ...by(at) },
    { affiliateIds: [affiliateId], add: [], remove: [], ...tags },
  );
}

const textsTo = async ({ shopId }: SellingShop) =>
  (await emailsOf(shopId)).map(({ subject, text }) => `${subject}\n${text}`);

let shop: SellingShop;
beforeEach(async () => {
  await openQueue();
  shop = await vipShop();
  await dropEmailsOf(shop.shopId);
});

it("pays an order by the tags that its affiliate had when it was created", async () => {
  await change(shop, "2026-03-02T10:00:00Z", { add: ["vip"] });
  const earned = await earnings(shop, [
    { createdAt: "2026-03-02T09:59:59Z" },
    { createdAt: "2026-03-02T10:00:00Z" },
  ]);
  expect(earned).toEqual([1000n, 1500n]);
  expect((await verifyShop(shop.shopId)).differences).toEqual([]);
});

it("keeps what an order earned when the tag is removed or added later", async () => {
  const body = await sell(shop, { createdAt: "2026-03-02T10:00:00Z" });
  // As if the tag had been there before: an order that is known reads no tags again.
  await db()
    .insert(affiliateTags)
    .values({
      shopId: shop.shopId,
      affiliateId: shop.affiliateId,
      tag: "VIP",
      tagKey: "vip",
      addedAt: new Date("2026-01-01T00:00:00Z"),
    });
  await deliver(shop, "orders/updated", { ...body, updated_at: "2026-03-05T10:00:00Z" });
  await emptyInbox();
  expect((await currentBalance(shop)).pending).toBe(1000n);
  expect(await earnings(shop, [{ createdAt: "2026-03-03T10:00:00Z" }])).toEqual([1500n]);
});

it("lets a tag that a rule asks for end with the notice period, and tells the affiliate what changes", async () => {
  await change(shop, "2026-03-01T00:00:00Z", { add: ["VIP", "Blog"] });
  await dropEmailsOf(shop.shopId);
  await change(shop, "2026-03-02T10:00:00Z", { remove: ["vip", "blog"] });
  const earned = await earnings(shop, [
    { createdAt: "2026-03-16T09:59:59Z" },
    { createdAt: "2026-03-16T10:00:00Z" },
  ]);
  expect(earned).toEqual([1500n, 1000n]);
  const [mail = "", ...others] = await textsTo(shop);
  expect(others).toEqual([]);
  expect(mail).toContain("Your terms at");
  expect(mail).toContain("change on Mar 16, 2026");
  expect(mail).toContain("Every sale: 15% → 10%");
  expect(mail.toLowerCase()).not.toContain("vip");
});

it("shows the affiliate their rate and its end, and never the tag", async () => {
  await change(shop, "2026-03-01T00:00:00Z", { add: ["VIP"] });
  await change(shop, "2026-03-02T10:00:00Z", { remove: ["VIP"] });
  const read = async (at: string) =>
    accepted(await readAffiliateTerms(shop.shopId, shop.affiliateId, new Date(at)));
  const [present] = await read("2026-03-03T00:00:00Z");
  expect(present).toMatchObject({
    terms: { rules: [], commission: percent(15) },
    waiting: {
      startsAt: new Date("2026-03-16T10:00:00Z"),
      changes: [{ code: "pay", rule: null, before: percent(15), after: percent(10) }],
    },
  });
  const [later] = await read("2026-03-17T00:00:00Z");
  expect(later).toMatchObject({ terms: { rules: [], commission: percent(10) }, waiting: null });
  expect(later?.history.map(({ from, terms }) => [from, terms.commission])).toEqual([
    ["2026-01-01T00:00:00.000Z", percent(10)],
    ["2026-03-01T00:00:00.000Z", percent(15)],
    ["2026-03-16T10:00:00.000Z", percent(10)],
  ]);
});

it("withdraws a removal when the tag is added again before it ends", async () => {
  await change(shop, "2026-03-01T00:00:00Z", { add: ["VIP"] });
  await change(shop, "2026-03-02T10:00:00Z", { remove: ["VIP"] });
  await dropEmailsOf(shop.shopId);
  await change(shop, "2026-03-10T00:00:00Z", { add: ["vip"] });
  expect(await earnings(shop, [{ createdAt: "2026-04-02T10:00:00Z" }])).toEqual([1500n]);
  expect(await textsTo(shop)).toEqual([expect.stringContaining("stay as they are")]);
});

it("ends a tag at once for a reason, which the affiliate is told", async () => {
  await change(shop, "2026-03-01T00:00:00Z", { add: ["VIP"] });
  await change(shop, "2026-03-02T10:00:00Z", { remove: ["VIP"] });
  await dropEmailsOf(shop.shopId);
  await change(shop, "2026-03-03T00:00:00Z", { remove: ["VIP"], reason: "fraud" });
  expect(await earnings(shop, [{ createdAt: "2026-03-03T00:00:00Z" }])).toEqual([1000n]);
  const [mail = ""] = await textsTo(shop);
  expect(mail).toContain("Every sale: 15% → 10%");
  expect(mail).toContain("Reason: suspected fraud.");
});

it("waits for the longest notice of the programs that ask for a tag", async () => {
  const second = await addProgram(shop.shopId, ruled(vip, percent(20)), "Second");
  await db().update(programs).set({ noticeDays: 30 }).where(eq(programs.programId, second));

  const { shopId, affiliateId } = shop;
  const at = new Date("2026-02-01T00:00:00Z");
  await inTransaction((tx) => joinPrograms(tx, [{ shopId, affiliateId, programId: second, at }]));
  await change(shop, "2026-03-01T00:00:00Z", { add: ["VIP"] });
  await change(shop, "2026-03-02T00:00:00Z", { remove: ["VIP"] });
  const [row] = await db().select().from(affiliateTags).where(eq(affiliateTags.shopId, shopId));
  expect(row?.endsAt).toEqual(new Date("2026-04-01T00:00:00Z"));
});

it("ends a tag that no rule asks for at once", async () => {
  await change(shop, "2026-03-01T00:00:00Z", { add: ["Blog"] });
  await change(shop, "2026-03-02T00:00:00Z", { remove: ["blog"] });
  const [row] = await db().select().from(affiliateTags).where(eq(affiliateTags.shopId, shop.shopId));
  expect(row?.endsAt).toEqual(new Date("2026-03-02T00:00:00Z"));
  expect(await textsTo(shop)).toEqual([]);
});
