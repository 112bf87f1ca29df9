import { and, eq } from "drizzle-orm";
import { systemActor } from "#app/domain/actor.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import type { ReportKey } from "#app/domain/report.ts";
import { tagKey } from "#app/domain/tags.ts";
import { createLink } from "#app/flows/links/create-link.ts";
import { applyNews } from "#app/flows/settlement/apply-news.ts";
import { recordClick } from "#app/flows/tracking/follow-link.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { affiliateCodes } from "#app/store/schema/affiliates.ts";
import { orders } from "#app/store/schema/orders.ts";
import { addTags } from "#app/store/tags.ts";
import { arrival, deliver, emptyInbox } from "./inbox.ts";
import { makeMerchant } from "./merchant.ts";
import { orderBody, refundBody } from "./order-bodies.ts";
import { addAffiliate, addProgram, longAgo } from "./selling-shop.ts";

type Who = "ada" | "ben";

/** A click, with the day of New York on which it was. */
type Clicked = { at: string; day: string; on: Who; visitor: string; sub?: string; ofLink?: boolean };

/** A sale in minor units: of its mugs some may have come back. Days are those of New York. */
type Sold = {
  at: string;
  day: string;
  by: Who;
  mugs: number;
  pots?: number;
  currency?: "USD" | "JPY";
  way?: "ref" | "code" | "click";
  country?: string;
  channel?: string;
  customerOrder?: 1 | 2;
  back?: { at: string; day: string; minor: number };
};

const click = { at: "2026-03-08T04:30:00Z", day: "2026-03-07", on: "ada", visitor: "203.0.113.1" } as const;

/** The first is the one that orders come by; the visitor of Ada's own address came to Ben too. */
const clicks: readonly Clicked[] = [
  { ...click, ofLink: true },
  { ...click, ofLink: true },
  { ...click, at: "2026-03-08T05:00:00Z", day: "2026-03-08", ofLink: true },
  { ...click, at: "2026-03-09T03:59:59Z", day: "2026-03-08", visitor: "203.0.113.2", sub: "spring" },
  { ...click, at: "2026-03-09T03:59:59Z", day: "2026-03-08", visitor: "203.0.113.2", on: "ben" },
  { ...click, at: "2026-03-09T04:00:00Z", day: "2026-03-09", on: "ben", visitor: "203.0.113.3" },
];

/** Around both midnights of 2026-03-08, which has 23 hours there; before the days of the reports, in them and after. */
const sales: readonly Sold[] = [
  { at: "2026-02-25T12:00:00Z", day: "2026-02-25", by: "ada", mugs: 2500, country: "DE" },
  {
    at: "2026-03-01T04:59:59Z",
    day: "2026-02-28",
    by: "ben",
    mugs: 4000,
    back: { at: "2026-03-09T03:59:59Z", day: "2026-03-08", minor: 1500 },
  },
  { at: "2026-03-01T05:00:00Z", day: "2026-03-01", by: "ada", mugs: 1230, pots: 770, channel: "pos" },
  {
    at: "2026-03-08T04:59:59Z",
    day: "2026-03-07",
    by: "ada",
    mugs: 9990,
    way: "click",
    country: "US",
    customerOrder: 1,
  },
  {
    at: "2026-03-08T05:00:00Z",
    day: "2026-03-08",
    by: "ada",
    mugs: 3000,
    pots: 500,
    way: "click",
    customerOrder: 2,
    back: { at: "2026-03-09T04:00:00Z", day: "2026-03-09", minor: 3000 },
  },
  { at: "2026-03-09T03:59:59Z", day: "2026-03-08", by: "ben", mugs: 5000, currency: "JPY", country: "JP" },
  { at: "2026-03-09T03:59:59Z", day: "2026-03-08", by: "ada", mugs: 700, currency: "JPY", way: "code" },
  {
    at: "2026-03-09T04:00:00Z",
    day: "2026-03-09",
    by: "ben",
    mugs: 6000,
    country: "US",
    channel: "pos",
    customerOrder: 1,
  },
  { at: "2026-03-09T20:00:00Z", day: "2026-03-09", by: "ada", mugs: 100, way: "code", country: "DE" },
  { at: "2026-03-10T04:00:00Z", day: "2026-03-10", by: "ben", mugs: 880 },
  { at: "2027-03-05T12:00:00Z", day: "2027-03-05", by: "ada", mugs: 1000 },
];

/** The shop's first day of reports, and the last. */
export const reportDays = { from: "2026-03-01", to: "2026-03-09" };

export const noCounts = {
  clicks: 0,
  orders: 0,
  clickOrders: 0,
  revenue: 0,
  refunds: 0,
  commission: 0,
  newCustomers: 0,
  timedOrders: 0,
  clickSeconds: 0,
};

/** Figures of one event, for the report of products or for all others. Money is in minor units. */
export type Counted = Partial<typeof noCounts> & {
  readonly day: string;
  readonly currency: string;
  readonly visitor?: string;
  readonly values: Partial<Record<ReportKey, string>>;
  readonly isOfProduct: boolean;
};

const rates = { ada: 0.1, ben: 0.2 };
const tagsOf = { ada: ["VIP", "Blog"], ben: ["Blog"] };

/** A link of Ada's. */
const ofLink = { name: "Mail", target: "/products/pot", subId: "mail-7" };

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
type Person = Pick<Merchant, "affiliateId" | "code" | "programId">;
type Ways = {
  readonly people: Readonly<Record<Who, Person>>;
  readonly code: string;
  readonly slug: string;
  readonly linkId: string;
};

/** A shop of New York with two affiliates, each in a program of their own, a link and a code, and with tags; and all that it counted. */
export async function makeReportedShop() {
  const merchant = await makeMerchant("write", { timeZone: "America/New_York" });
  const terms = { commission: { kind: "percentage", rateBps: 2000 } } as const;
  const dear = await addProgram(merchant.shopId, terms, "Dear partners");
  const ben = await addAffiliate({ shopId: merchant.shopId, programId: dear });
  const people = {
    ada: { affiliateId: merchant.affiliateId, code: merchant.code, programId: merchant.programId },
    ben: { ...ben, programId: dear },
  };
  const code = `Save${merchant.code}`;
  const owned = { shopId: merchant.shopId, affiliateId: merchant.affiliateId, assignedAt: longAgo };
  await db()
    .insert(affiliateCodes)
    .values({ ...owned, code, codeKey: code.toLowerCase() });
  const by = { actor: systemActor, now: longAgo };
  const slug = `${merchant.code}-mail`;
  const linkId = await createLink({ shop: merchant.shop, ...by }, merchant.affiliateId, { ...ofLink, slug });
  if (typeof linkId !== "string") throw new Error(linkId.reason.code);

  for (const who of ["ada", "ben"] as const) {
    const tagging = { shopId: merchant.shopId, affiliateId: people[who].affiliateId, now: longAgo };
    await inTransaction((tx) => addTags(tx, { ...tagging, tags: tagsOf[who] }));
  }
  const ways = { people, code, slug, linkId };
  const clicked = await clickAll(merchant, ways);
  const sold = await sellAll(merchant, { ...ways, click: clicked.signed });
  const tagKeysOf = ({ values }: Counted) =>
    tagsOf[values.affiliate === ben.affiliateId ? "ben" : "ada"].map(tagKey);
  return { ...merchant, people, linkId, tagKeysOf, counted: [...clicked.counted, ...sold] };
}

/** Answers the first click as the storefront writes it into a cart, too. */
async function clickAll({ domain }: Merchant, { people, slug, linkId }: Ways) {
  const counted: Counted[] = [];
  let signed = "";
  for (const one of clicks) {
    const { affiliateId, code } = people[one.on];
    const location = await recordClick({
      code: one.ofLink ? slug : code,
      query: new URLSearchParams({
        s: domain.replace(".myshopify.com", ""),
        ...(one.sub && { sub: one.sub }),
      }),
      userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      address: one.visitor,
      referrer: "",
      purpose: "visit",
      now: new Date(one.at),
    });
    signed ||= new URL(location ?? "").searchParams.get("aff_click") ?? "";
    const values = one.ofLink
      ? { link: linkId, "sub-id": ofLink.subId, landing: ofLink.target }
      : { link: "", "sub-id": one.sub ?? "", landing: "/" };
    const { day, visitor } = one;
    const event = { day, visitor, currency: "USD", clicks: 1, isOfProduct: false };
    counted.push({ ...event, values: { affiliate: affiliateId, ...values } });
  }
  return { signed, counted };
}

async function sellAll(merchant: Merchant, ways: Ways & { readonly click: string }): Promise<Counted[]> {
  const counted: Counted[] = [];
  for (const one of sales) {
    const { back, currency = "USD", customerOrder } = one;
    const body = bodyOf(one, { ref: ways.people[one.by].code, code: ways.code, click: ways.click });
    await deliver(merchant, "orders/create", body);
    if (back) {
      const [amount, quantity] = [decimal(back.minor, currency), back.minor / pieceMinor];
      const refund = refundBody(body.id, { amount, quantity, currency, at: back.at });
      await deliver(merchant, "refunds/create", refund);
    }
    await emptyInbox();
    if (customerOrder) await tellCustomer(merchant, String(body.id), customerOrder);
    counted.push(...countedOf(one, valuesOf(one, ways)));
  }
  return counted;
}

function valuesOf({ by, way = "ref", ...one }: Sold, { people, code, linkId }: Ways): Counted["values"] {
  const isByClick = way === "click";
  return {
    affiliate: people[by].affiliateId,
    program: people[by].programId,
    code: way === "code" ? code.toLowerCase() : "",
    link: isByClick ? linkId : "",
    "sub-id": isByClick ? ofLink.subId : "",
    landing: way === "ref" ? "/products/mug" : "/",
    country: one.country ?? "",
    customer: one.customerOrder ? { 1: "new", 2: "returning" }[one.customerOrder] : "",
    channel: one.channel ?? "web",
  };
}

/** Mugs of which some come back are sold at this price each. */
const pieceMinor = 500;

function bodyOf(
  { at, mugs, pots, currency = "USD", way = "ref", country, channel = "web", back }: Sold,
  by: { ref: string; code: string; click: string },
) {
  const body = orderBody({
    createdAt: at,
    currency,
    price: decimal(back ? pieceMinor : mugs, currency),
    quantity: back ? mugs / pieceMinor : 1,
    ...(way === "ref" && { ref: by.ref }),
    ...(way === "code" && { codes: [by.code] }),
    ...(way === "click" && { click: by.click }),
  });
  const [mug] = body.line_items;
  const price = decimal(pots ?? 0, currency);
  const money = { amount: price, currency_code: currency };
  const one = { quantity: 1, current_quantity: 1 };
  const price_set = { shop_money: money, presentment_money: money };
  const pot = { ...mug, id: body.id * 10 + 1, title: "Pot", product_id: 2, price, price_set, ...one };
  return {
    ...body,
    source_name: channel,
    shipping_address: country ? { country_code: country } : null,
    line_items: pots ? [mug, pot] : [mug],
  };
}

const decimal = (minor: number, currency: string): string =>
  currency === "JPY" ? String(minor) : (minor / 100).toFixed(2);

function countedOf(one: Sold, values: Counted["values"]): Counted[] {
  const { mugs, pots = 0, back, day, currency = "USD", way, by } = one;
  const left = mugs - (back?.minor ?? 0);
  const waited = (Date.parse(one.at) - Date.parse(click.at)) / 1000;
  const sale = {
    day,
    currency,
    orders: 1,
    newCustomers: one.customerOrder === 1 ? 1 : 0,
    ...(way === "click" && { clickOrders: 1, timedOrders: 1, clickSeconds: waited }),
  };
  const gone = back && { day: back.day, currency, refunds: back.minor };
  const products = [
    { product: "1", revenue: mugs, commission: rates[by] * left },
    ...(pots ? [{ product: "2", revenue: pots, commission: rates[by] * pots }] : []),
  ];
  return [
    { ...sale, values, revenue: mugs + pots, commission: rates[by] * (left + pots), isOfProduct: false },
    ...(gone ? [{ ...gone, values, isOfProduct: false }] : []),
    ...products.map(({ product, ...money }) => {
      return { ...sale, ...money, values: { ...values, product }, isOfProduct: true };
    }),
    ...(gone ? [{ ...gone, values: { ...values, product: "1" }, isOfProduct: true }] : []),
  ];
}

/** The platform's answer about the customer of an order. */
async function tellCustomer(
  { shopId }: Pick<Merchant, "shopId">,
  orderId: string,
  customerOrderIndex: 1 | 2,
): Promise<void> {
  const [row] = await db()
    .select()
    .from(orders)
    .where(and(eq(orders.shopId, shopId), eq(orders.orderId, orderId)));
  const facts = { ...readFacts(row?.facts ?? {}), customerOrderIndex };
  const about = { shopId, currency: "USD", timeZone: "America/New_York" };
  const message = { news: { kind: "order", facts }, fresh: true } as const;
  await inTransaction((tx) => applyNews(tx, about, [message], arrival));
}
