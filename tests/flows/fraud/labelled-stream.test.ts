import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { AffiliateId } from "#app/domain/ids.ts";
import { chooseFraudRule } from "#app/flows/fraud/rules.ts";
import { settleAccused, watchAffiliates, watchCodes } from "#app/flows/fraud/watch-fraud.ts";
import { receiveDelivery } from "#app/flows/intake/receive-delivery.ts";
import { releaseOfShop } from "#app/flows/commissions/release-commissions.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { signClick } from "#app/platform/crypto.server.ts";
import { markEmail, markPayoutDetails } from "#app/store/affiliate-marks.ts";
import { type CountedClick, keepCountedClicks } from "#app/store/clicks.ts";
import { affiliateCodes } from "#app/store/schema/affiliates.ts";
import { flags } from "#app/store/schema/flags.ts";
import { chanceOf } from "../../histories/random.ts";
import { countedClick } from "../../support/counted-clicks.ts";
import { emptyInbox, signedHeaders } from "../../support/inbox.ts";
import { orderBody, namingShop } from "../../support/order-bodies.ts";
import { addAffiliate, longAgo, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { type Labelled, registeredEmail } from "./labelled.ts";
import { tellStories } from "./labelled-orders.ts";

const each = Number(process.env["STREAM_EACH"] ?? 100);
const seed = Number(process.env["STREAM_SEED"] ?? 20_261);
const begin = Date.parse("2026-02-01T00:00:00Z");
const dayMs = 86_400_000;
const lastDay = 91;
/** The job looks each hour; here twice a day, in the order in which the job does. */
const lookedEvery = 0.5;
const by = { actor: { kind: "staff", id: "1", name: "Ada", email: null }, now: longAgo } as const;
const instantOf = (day: number) => new Date(Math.floor((begin + day * dayMs) / 1000) * 1000);

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

async function namesAccount({ shopId }: SellingShop, { affiliateId }: Party, { account, day }: Labelled) {
  if (account === null) return;
  await inTransaction((tx) => markPayoutDetails(tx, { shopId, affiliateId, account }, instantOf(day)));
}

async function bodyOf(shop: SellingShop, one: Labelled, { affiliateId, code }: Party) {
  const createdAt = instantOf(one.day).toISOString();
  const clicks = clicksAround(shop, one, affiliateId);
  await keepCountedClicks(clicks, instantOf(one.day));
  const own = one.clickedBefore === null ? undefined : clicks[0];
  const click = own && signClick(shop.shopId, own.clickId);
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

/** The buyer's click, where there was one, and then those of everybody who came and bought nothing. */
function clicksAround({ shopId }: SellingShop, one: Labelled, affiliateId: AffiliateId): CountedClick[] {
  const at = instantOf(one.day).getTime();
  const clickOf = (visitorHash: string, secondsBefore: number) =>
    countedClick({ shopId, affiliateId }, { visitorHash, at: new Date(at - secondsBefore * 1000) });
  const { visitors, clicksOfEach } = one.lookers;
  const looked = Array.from({ length: visitors * clicksOfEach }, (_, place) => {
    // With several clicks of each, one visitor clicks before all of the affiliate's orders of the day.
    const who = clicksOfEach > 1 ? `one-${one.affiliate}` : `${one.customer}-${place}`;
    return clickOf(who, 60 + place * 40);
  });
  const { clickedBefore } = one;
  return [...(clickedBefore === null ? [] : [clickOf(`${one.customer}`, clickedBefore)]), ...looked];
}

/** Its message comes as it is placed: what is looked for meanwhile finds it settled. */
async function arrive({ domain }: SellingShop, body: unknown, now: Date) {
  const rawBody = Buffer.from(JSON.stringify(namingShop(domain, "orders/create", body)));
  await receiveDelivery({ headers: signedHeaders(domain, "orders/create", rawBody), rawBody, now });
}

/** The hourly jobs, with the releases in between. */
async function look({ shopId }: SellingShop, now: Date) {
  const shop = { shopId, currency: "USD", timeZone: "UTC" };
  await watchAffiliates(shop, now);
  await settleAccused(shop, now);
  await watchCodes(shop, now);
  await releaseOfShop(shopId, now);
}

it("finds own orders, leaked codes, bursts and second accounts among honest orders, and leaves the honest alone", async () => {
  const shop = await makeSellingShop();
  // A rule that notes makes one flag for an affiliate. A rule that holds makes one for each order.
  for (const kind of ["burst", "shared-payout"]) {
    expect(await chooseFraudRule({ shop, ...by }, { kind, action: "hold", limits: {} })).toBeNull();
  }
  const stream = tellStories(chanceOf(seed), each);
  expect(stream.filter((one) => one.isFraud)).toHaveLength(each);
  expect(stream).toHaveLength(2 * each);
  const parties = new Map<number, Party>();
  const idOf = new Map<Labelled, string>();
  let done = 0;
  for (let until = lookedEvery; until <= lastDay; until += lookedEvery) {
    const due = stream.slice(done).filter((one) => one.day < until);
    done += due.length;
    for (const one of due) {
      const party = parties.get(one.affiliate) ?? (await enrol(shop, one.affiliate));
      parties.set(one.affiliate, party);
      await namesAccount(shop, party, one);
      const body = await bodyOf(shop, one, party);
      idOf.set(one, String(body.id));
      await arrive(shop, body, instantOf(one.day));
    }
    // They arrive as they were placed: those of half a day are taken in any order.
    await emptyInbox(instantOf(until));
    await look(shop, instantOf(until));
  }
  expect(done).toBe(stream.length);
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
  const bad = Object.groupBy(
    stream.filter((one) => one.isFraud),
    (one) => one.story,
  );
  const mostlyMissed = Object.entries(bad).filter(
    ([, of = []]) => of.filter(isFlagged).length < of.length / 2,
  );
  expect(mostlyMissed.map(([story]) => story)).toEqual([]);
  expect(precision).toBeGreaterThan(0.9);
  expect(recall).toBeGreaterThan(0.9);
  expect((await verifyShop(shop.shopId)).differences).toEqual([]);
}, 180_000);
