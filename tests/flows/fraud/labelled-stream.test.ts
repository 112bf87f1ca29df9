import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { AffiliateId, ClickId } from "#app/domain/ids.ts";
import { verifyShop } from "#app/flows/orders/verify-books.ts";
import { watchCodes } from "#app/flows/orders/watch-codes.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { signClick } from "#app/platform/signed-click.server.ts";
import { markEmail } from "#app/store/affiliate-marks.ts";
import { insertClicks } from "#app/store/clicks.ts";
import { affiliateCodes } from "#app/store/schema/affiliates.ts";
import { flags } from "#app/store/schema/flags.ts";
import { chanceOf } from "../../histories/random.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { addAffiliate, longAgo, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { type Labelled, registeredEmail, tellStories } from "./labelled-orders.ts";

const each = 500;
const atOnce = 25;
const seed = Number(process.env["STREAM_SEED"] ?? 20_261);
const begin = Date.parse("2026-02-01T00:00:00Z");
const dayMs = 86_400_000;
const instantOf = (day: number) => new Date(Math.floor((begin + day * dayMs) / 1000) * 1000);
/** The job runs each hour; here now and then. */
const watchedDays = [72, 80, 90];

type Party = { affiliateId: AffiliateId; code: string };

async function enrol(shop: SellingShop, affiliate: number): Promise<Party> {
  const party = await addAffiliate(shop);
  const of = { shopId: shop.shopId, affiliateId: party.affiliateId };
  await inTransaction((tx) => markEmail(tx, { ...of, email: registeredEmail(affiliate) }, longAgo));
  const code = `SAVE${affiliate}`;
  await db()
    .insert(affiliateCodes)
    .values({ ...of, codeKey: code.toLowerCase(), code, assignedAt: longAgo });
  return party;
}

async function bodyOf(shop: SellingShop, one: Labelled, { affiliateId, code }: Party) {
  const createdAt = instantOf(one.day).toISOString();
  let click: string | undefined;
  if (one.clickedBefore !== null) {
    const occurredAt = new Date(Date.parse(createdAt) - one.clickedBefore * 1000);
    const clickId = newId<ClickId>("clk", occurredAt);
    const row = { shopId: shop.shopId, clickId, occurredAt, affiliateId, target: "/", bot: true };
    await inTransaction((tx) => insertClicks(tx, [row]));
    click = signClick(shop.shopId, clickId);
  }
  const codes = one.code ? [`Save${one.affiliate}`] : [];
  return {
    ...orderBody({
      createdAt,
      email: one.email,
      codes,
      ...(click && { click }),
      ...(one.visited && { ref: code }),
    }),
    customer: { id: one.customer, email: one.email },
    shipping_address: one.address && { ...one.address, country_code: "US" },
    referring_site: one.referrer,
  };
}

it("finds own orders and leaked codes among honest orders, and leaves the honest alone", async () => {
  const shop = await makeSellingShop();
  const settling = { shopId: shop.shopId, currency: "USD", timeZone: "UTC" };
  const stream = tellStories(chanceOf(seed), each);
  expect(stream.filter((one) => one.isFraud)).toHaveLength(each);
  expect(stream).toHaveLength(2 * each);
  const parties = new Map<number, Party>();
  const idOf = new Map<Labelled, string>();
  let done = 0;
  for (const until of watchedDays) {
    const due = stream.slice(done).filter((one) => one.day < until);
    done += due.length;
    for (const one of due) {
      const party = parties.get(one.affiliate) ?? (await enrol(shop, one.affiliate));
      parties.set(one.affiliate, party);
      const body = await bodyOf(shop, one, party);
      idOf.set(one, String(body.id));
      await deliver(shop, "orders/create", body);
      // They arrive as they were placed: those of one moment are taken in any order.
      if (idOf.size % atOnce === 0) await emptyInbox(instantOf(one.day));
    }
    await emptyInbox(instantOf(until));
    await watchCodes(settling, instantOf(until));
  }
  const rows = await db()
    .select({ orderId: flags.subjectId })
    .from(flags)
    .where(and(eq(flags.shopId, shop.shopId), eq(flags.subjectKind, "order")));
  const flagged = new Set(rows.map((row) => row.orderId));
  const isFlagged = (one: Labelled) => flagged.has(idOf.get(one) ?? "");
  const hits = stream.filter((one) => one.isFraud && isFlagged(one)).length;
  const precision = hits / Math.max(1, stream.filter(isFlagged).length);
  const recall = hits / each;
  const stories = Object.entries(Object.groupBy(stream, (one) => one.story)).map(([story, of = []]) => {
    return `  ${story}: ${of.filter(isFlagged).length} of ${of.length} flagged`;
  });
  const figures = `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} (seed ${seed})`;
  console.info([figures, ...stories].join("\n"));
  expect(precision).toBeGreaterThan(0.9);
  expect(recall).toBeGreaterThan(0.9);
  expect((await verifyShop(shop.shopId)).differences).toEqual([]);
}, 180_000);
