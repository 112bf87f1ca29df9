import { describe, expect, it } from "vitest";
import { type AttributionRules, defaultRules } from "#app/domain/attribution.ts";
import type { AffiliateId, ClaimId, LinkId } from "#app/domain/ids.ts";
import { addLifetimeCustomer } from "#app/flows/attribution/lifetime-customers.ts";
import { createClaim } from "#app/flows/attribution/claims.ts";
import { changeAttributionRules } from "#app/flows/attribution/rules.ts";
import { decideClaim } from "#app/flows/attribution/decide-claim.ts";
import { replayShop } from "#app/flows/proof/replay-shop.ts";
import { settleAgain } from "#app/flows/settlement/settle-again.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertBinding } from "#app/store/bindings.ts";
import { insertClaim, listClaims } from "#app/store/claims.ts";
import { insertPixelJoin } from "#app/store/orders-of-clicks.ts";
import { insertProductAssignment } from "#app/store/product-assignments.ts";
import { importedLinks, links, referralCodes } from "#app/store/schema/links.ts";
import { customerHash } from "#app/platform/crypto.server.ts";
import { deliver, emptyInbox, orderRow, currentBalance } from "../../support/inbox.ts";
import { orderBody, type OrderOptions } from "../../support/order-bodies.ts";
import { addAffiliate, longAgo, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { signedClick } from "../../support/signed-click.ts";

const actor = { kind: "staff", id: "stf_1", name: "Mara", email: null } as const;
const since = new Date("2026-02-01T00:00:00Z");
/** Before the order of `orderBody`. */
const clickedAt = new Date("2026-03-02T09:00:00Z");

type More = { landing?: string; checkout?: string };

async function sell(shop: SellingShop, options: OrderOptions = {}, more: More = {}) {
  const body = {
    ...orderBody(options),
    ...(more.landing !== undefined && { landing_site: more.landing }),
    checkout_token: more.checkout ?? null,
  };
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  return { body, row: await orderRow(shop, body.id) };
}

async function clicked(shop: SellingShop, affiliateId: AffiliateId, at = clickedAt): Promise<string> {
  return signedClick({ shopId: shop.shopId, affiliateId }, at);
}

function discountLink(target: string): string {
  return `/discount/X?redirect=${encodeURIComponent(target)}`;
}

async function rule(shop: SellingShop, rules: Partial<AttributionRules>, from = since) {
  await changeAttributionRules({ shop, actor, now: from }, { ...defaultRules, ...rules });
}

/** Books, proof and replay agree with the figures of signals. */
async function expectProven(shop: SellingShop) {
  const now = new Date();
  expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  const schema = `replay_${shop.shopId.slice(-10)}`;
  expect((await replayShop(shop.shopId, { schema, keep: false, now })).differences).toEqual([]);
}

describe("attribution signals", () => {
  it("a former code, a link's slug and another system's parameter in the landing page's address", async () => {
    const shop = await makeSellingShop();
    const other = await addAffiliate(shop);
    const { shopId } = shop;
    const linkId = newId<LinkId>("lin", longAgo);
    const link = { shopId, linkId, affiliateId: other.affiliateId, name: "Mugs", target: "/mugs" };
    const made = { createdAt: longAgo, updatedAt: longAgo, createdBy: "test" };
    await db()
      .insert(links)
      .values({ ...link, ...made, subId: "winter" });
    const slug = { shopId, codeKey: "mug-week", code: "Mug-Week", affiliateId: other.affiliateId, linkId };
    await db()
      .insert(referralCodes)
      .values({ ...slug, createdAt: longAgo });
    await db().insert(importedLinks).values({
      shopId,
      parameter: "sca_ref",
      valueKey: "51.abc",
      value: "51.ABC",
      affiliateId: shop.affiliateId,
      createdAt: longAgo,
    });
    const bySlug = await sell(shop, {}, { landing: "/mugs?ref=MUG-WEEK" });
    expect(bySlug.row).toMatchObject({ affiliateId: other.affiliateId, reason: "won-by-landing" });
    expect(bySlug.row.attribution).toMatchObject({
      evidence: [{ kind: "landing", parameter: "ref", subId: "winter", code: "MUG-WEEK" }],
    });
    const byImported = await sell(shop, {}, { landing: "/?SCA_ref=51.ABC&sub=mail&ref=nobody" });
    expect(byImported.row).toMatchObject({ affiliateId: shop.affiliateId, signals: ["landing"] });
    expect(byImported.row.attribution).toMatchObject({
      evidence: [{ parameter: "sca_ref", code: "51.ABC", subId: "mail" }],
    });
    expect((await sell(shop, {}, { landing: "/?ref=%00&%FF=%00&sca_ref=%00" })).row.credited).toBe(false);
    await expectProven(shop);
  });

  it("a referral inside a nested address, such as the target of a discount link", async () => {
    const shop = await makeSellingShop();
    const inTarget = await sell(shop, {}, { landing: discountLink(`/products/a?ref=${shop.code}&sub=mail`) });
    expect(inTarget.row).toMatchObject({ affiliateId: shop.affiliateId, reason: "won-by-landing" });
    expect(inTarget.row.attribution).toMatchObject({ evidence: [{ code: shop.code, subId: "mail" }] });
    const signed = await clicked(shop, shop.affiliateId);
    const click = await sell(shop, {}, { landing: discountLink(`/products/a?aff_click=${signed}`) });
    expect(click.row).toMatchObject({ affiliateId: shop.affiliateId, reason: "won-by-click" });
    const inText = await sell(shop, {}, { landing: `/search?q=${encodeURIComponent(`ref=${shop.code}`)}` });
    expect(inText.row.credited).toBe(false);
    await expectProven(shop);
  });

  it("the first of several clicks, where the shop says so, and only for orders from then on", async () => {
    const shop = await makeSellingShop();
    const other = await addAffiliate(shop);
    const early = await clicked(shop, other.affiliateId, new Date("2026-02-20T00:00:00Z"));
    const late = await clicked(shop, shop.affiliateId);
    await rule(shop, { touch: "first" }, new Date("2026-03-02T09:30:00Z"));
    const click = `${early},${late}`;
    const before = await sell(shop, { click, createdAt: "2026-03-02T09:29:59Z" });
    expect(before.row.affiliateId).toBe(shop.affiliateId);
    const after = await sell(shop, { click });
    expect(after.row).toMatchObject({
      affiliateId: other.affiliateId,
      signals: ["click"],
      lostWithout: ["click"],
      attribution: { rules: { version: 1, newCustomer: "store" } },
    });
    await expectProven(shop);
  });

  it("the pixel's join by its checkout, also when it comes after the order (M19)", async () => {
    const shop = await makeSellingShop();
    const signed = await clicked(shop, shop.affiliateId);
    const join = { clickIds: [signed, "forged"], occurredAt: clickedAt, receivedAt: clickedAt };
    await inTransaction((tx) =>
      insertPixelJoin(tx, shop.shopId, { ...join, eventId: "e1", checkoutToken: "chk-1" }),
    );
    const byCheckout = await sell(shop, {}, { checkout: "chk-1" });
    expect(byCheckout.row).toMatchObject({ reason: "won-by-pixel", signals: ["pixel"] });
    const late = await sell(shop, {}, { checkout: "chk-2" });
    expect(late.row.credited).toBe(false);
    const orderId = String(late.body.id);
    await inTransaction(async (tx) => {
      await insertPixelJoin(tx, shop.shopId, { ...join, eventId: "e2", orderId, checkoutToken: "chk-2" });
      await settleAgain(tx, { ...shop, currency: "USD", timeZone: "UTC" }, [orderId], new Date());
    });
    expect(await orderRow(shop, late.body.id)).toMatchObject({ reason: "won-by-pixel", credited: true });
    expect(await currentBalance(shop)).toMatchObject({ pending: 2000n });
    await expectProven(shop);
  });

  it("a product assignment of that time, weaker than a click", async () => {
    const shop = await makeSellingShop();
    const maker = await addAffiliate(shop);
    const owner = { shopId: shop.shopId, productId: "1", title: "Mug", createdBy: "test" };
    await inTransaction((tx) =>
      insertProductAssignment(tx, { ...owner, since, affiliateId: maker.affiliateId }),
    );
    const earlier = await sell(shop, { createdAt: "2026-01-31T00:00:00Z" });
    expect(earlier.row.credited).toBe(false);
    expect((await sell(shop)).row).toMatchObject({
      affiliateId: maker.affiliateId,
      reason: "won-by-product",
    });
    const click = await clicked(shop, shop.affiliateId);
    expect((await sell(shop, { click })).row).toMatchObject({
      affiliateId: shop.affiliateId,
      signals: ["click", "product"],
      lostWithout: [],
      elsewhereWithout: ["click"],
    });
    await expectProven(shop);
  });
});

describe("a lifetime customer", () => {
  const email = "ada@customer.example";

  it("is added by a person from that moment on, and comes before the clicks", async () => {
    const shop = await makeSellingShop();
    const other = await addAffiliate(shop);
    const hash = customerHash(shop.shopId, email);
    const bound = { shopId: shop.shopId, customerHash: hash, createdBy: "test" };
    await inTransaction((tx) => insertBinding(tx, { ...bound, since, affiliateId: other.affiliateId }));
    const ref = shop.code;
    expect((await sell(shop, { ref, email, createdAt: "2026-01-31T00:00:00Z" })).row).toMatchObject({
      affiliateId: shop.affiliateId,
    });
    expect((await sell(shop, { ref, email: email.toUpperCase() })).row).toMatchObject({
      affiliateId: other.affiliateId,
      reason: "won-by-customer",
      elsewhereWithout: ["customer"],
    });
    const again = await addLifetimeCustomer({ shop, actor, now: clickedAt }, { email, affiliate: shop.code });
    expect(again).toMatchObject({ affiliateId: shop.affiliateId });
    expect((await sell(shop, { email })).row.affiliateId).toBe(shop.affiliateId);
    await expectProven(shop);
  });

  it("is known from the first credited order, for as long as the shop says, also within one batch", async () => {
    const shop = await makeSellingShop();
    await rule(shop, { binding: { kind: "days", days: 10 }, newCustomer: "affiliate" });
    const placed = ["2026-02-02", "2026-02-12", "2026-02-13", "2026-02-20"];
    const bodies = placed.map((day, place) =>
      orderBody({ email, createdAt: `${day}T10:00:00Z`, ...(place % 2 === 0 && { ref: shop.code }) }),
    );
    // Told in one batch, the newest first.
    for (const body of bodies.toReversed()) await deliver(shop, "orders/create", body);
    await emptyInbox();
    const rows = await Promise.all(bodies.map((body) => orderRow(shop, body.id)));
    expect(rows.map((row) => row.reason)).toEqual([
      "won-by-landing",
      "won-by-customer",
      "won-by-landing",
      "won-by-customer",
    ]);
    const boundBy = rows.map((row) => {
      const { evidence } = row.attribution as { evidence: { kind: string; boundBy?: string }[] };
      return evidence.find((one) => one.kind === "customer")?.boundBy;
    });
    const [first, , third] = bodies;
    expect(boundBy).toEqual([undefined, String(first?.id), undefined, String(third?.id)]);
    // A later order that arrives late finds the lifetime customer's affiliate of then.
    const later = await sell(shop, { email, createdAt: "2026-02-22T10:00:00Z" });
    expect(later.row).toMatchObject({ affiliateId: shop.affiliateId, reason: "won-by-customer" });
    await expectProven(shop);
  });
});

describe("a claim", () => {
  it("counts when it is accepted, and weighs least", async () => {
    const shop = await makeSellingShop();
    const other = await addAffiliate(shop);
    const { body } = await sell(shop);
    const said = { order: body.name, note: "A reader wrote to me" };
    const of = { shopId: shop.shopId, affiliateId: other.affiliateId };
    expect(await createClaim(of, said, new Date())).toBeNull();
    expect(await createClaim(of, { ...said, order: String(body.id) }, new Date())).toMatchObject({
      refused: "conflict",
    });
    expect((await orderRow(shop, body.id))?.credited).toBe(false);
    const [claim] = await listClaims(db(), shop.shopId, { filter: {}, limit: 5, offset: 0 });
    const claimId = claim?.claimId ?? "";
    const by = { actor, now: new Date() };
    const asShop = { ...shop, currency: "USD", timeZone: "UTC" };
    const decided = await decideClaim({ shop: asShop, ...by }, claimId, { decision: "accept", answer: "" });
    expect(decided).toMatchObject({ claim: { status: "accepted" }, credited: { id: other.affiliateId } });
    expect(await orderRow(shop, body.id)).toMatchObject({
      affiliateId: other.affiliateId,
      reason: "won-by-claim",
      signals: ["claim"],
    });
    expect(
      await decideClaim({ shop: asShop, ...by }, claimId, { decision: "decline", answer: "No" }),
    ).toMatchObject({
      refused: "not-possible",
    });
    const { body: credited } = await sell(shop, { ref: shop.code });
    const open = { shopId: shop.shopId, claimId: newId<ClaimId>("clm", clickedAt), note: "" };
    const more = { orderName: credited.name, orderId: null, affiliateId: other.affiliateId };
    await inTransaction((tx) => insertClaim(tx, { ...open, ...more, status: "open", madeAt: clickedAt }));
    expect(
      await decideClaim({ shop: asShop, ...by }, open.claimId, { decision: "accept", answer: "Noted" }),
    ).toMatchObject({ credited: { id: shop.affiliateId } });
    expect(await orderRow(shop, credited.id)).toMatchObject({
      affiliateId: shop.affiliateId,
      signals: ["landing", "claim"],
    });
    await expectProven(shop);
  });
});
