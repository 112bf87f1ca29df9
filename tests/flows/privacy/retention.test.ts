import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { retentionWarnings } from "#app/domain/shop-settings.ts";
import { dropOld } from "#app/flows/privacy/drop-old.ts";
import { readRetentionWarnings } from "#app/flows/privacy/read-retention.ts";
import { changeSettings } from "#app/flows/shops/update-settings.ts";
import { db } from "#app/platform/db.server.ts";
import { pixelJoins } from "#app/store/schema/attribution.ts";
import { deliveries } from "#app/store/schema/inbox.ts";
import { dataRequests } from "#app/store/schema/privacy.ts";
import { dropOldOf } from "../../support/drop-old-of.ts";
import { arrival, deliver, emptyInbox } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";

const dayMs = 86_400_000;
const after = (days: number) => new Date(arrival.getTime() + days * dayMs);
type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

async function fill({ shopId, domain }: Merchant): Promise<void> {
  await deliver({ domain }, "orders/create", orderBody());
  await emptyInbox();
  const join = { shopId, clickIds: ["signed"], occurredAt: arrival, receivedAt: arrival };
  await db()
    .insert(pixelJoins)
    .values({ ...join, eventId: randomUUID() });
  const request = { shopId, orders: 0, receivedAt: arrival, dueAt: after(30), sealedAnswer: "sealed" };
  await db()
    .insert(dataRequests)
    .values([
      { ...request, requestId: "given", sentAt: arrival },
      { ...request, requestId: "open" },
    ]);
}

/** Remaining bodies, checkouts, and data requests with an answer. */
async function left({ shopId }: Merchant) {
  const bodies = await db().select().from(deliveries).where(eq(deliveries.shopId, shopId));
  const joins = await db().select().from(pixelJoins).where(eq(pixelJoins.shopId, shopId));
  const requests = await db().select().from(dataRequests).where(eq(dataRequests.shopId, shopId));
  return {
    bodies: bodies.filter((one) => one.sealedBody !== null).length,
    joins: joins.length,
    answers: requests.filter((one) => one.sealedAnswer !== null).map((one) => one.requestId),
  };
}

it("each shop's data goes after its own retention periods", async () => {
  const [short, usual] = [await makeMerchant(), await makeMerchant()];
  const by = { actor: short.actor, now: arrival };
  await changeSettings({ shop: short, ...by }, { bodyDays: 2, pixelDays: 5 });
  for (const shop of [short, usual]) await fill(shop);
  const all = { bodies: 1, joins: 1, answers: ["given", "open"] };
  await dropOldOf([short, usual], after(1));
  expect([await left(short), await left(usual)]).toEqual([all, all]);
  await dropOldOf([short, usual], after(6));
  expect([await left(short), await left(usual)]).toEqual([{ ...all, bodies: 0, joins: 0 }, all]);
  await dropOldOf([short, usual], after(31));
  expect(await left(usual)).toEqual({ bodies: 0, joins: 1, answers: ["open"] });
  await dropOld(after(91));
  expect(await left(usual)).toEqual({ bodies: 0, joins: 0, answers: ["open"] });
});

describe("warnings about periods", () => {
  const usual = { clickMonths: 13, bodyDays: 30, pixelDays: 90, traceMonths: 24 };

  it("come where clicks go before a program's window ends, or the pixel's checkouts before a late order", () => {
    expect(retentionWarnings(usual, 364)).toEqual([]);
    expect(retentionWarnings(usual, 365)).toHaveLength(1);
    expect(retentionWarnings({ ...usual, clickMonths: 1 }, 29)).toEqual([
      { code: "clicks", windowDays: 29, months: 1 },
    ]);
    expect(retentionWarnings({ ...usual, pixelDays: 6 }, 30)).toHaveLength(1);
    expect(retentionWarnings({ ...usual, pixelDays: 7 }, 30)).toEqual([]);
  });

  it("look at the longest window of the shop's own programs", async () => {
    const long = await makeMerchant("write", { terms: { windowDays: 400 } });
    expect(await readRetentionWarnings(long.shop)).toHaveLength(1);
    expect(await readRetentionWarnings((await makeMerchant()).shop)).toEqual([]);
  });
});
