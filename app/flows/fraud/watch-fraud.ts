import {
  clickBurst,
  type CodeHistory,
  type CodeUse,
  isCouponSite,
  leakedCodeFlag,
  orderBurst,
} from "#app/domain/fraud/use-patterns.ts";
import { type ChosenRule, chosenRules, type Finding, ruleOf } from "#app/domain/fraud/rules.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { settleAgain } from "#app/flows/settlement/settle-again.ts";
import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import {
  type AffiliateFlag,
  openOrdersUnflagged,
  affiliateFlagsInForce,
  codeFlagsInForce,
  unflaggedByCode,
} from "#app/store/fraud-sources.ts";
import { busyVisitors, codeUse, type CodeUseRow, ordersOfDays, sharedPayouts } from "#app/store/fraud-use.ts";
import { chosenFraudRules, flagsAbout, insertFlags, openFlag } from "#app/store/flags.ts";
import { listShopIds, orderShopsOf } from "#app/store/shops.ts";

/**
 * Looks for suspicious affiliates and codes in every shop. An error stops neither the shop's other checks nor the
 * other shops, but the job fails at the end.
 */
export async function watchFraud(now: Date): Promise<void> {
  const failed: unknown[] = [];
  async function attempt(shopId: string, look: () => Promise<unknown>): Promise<void> {
    try {
      await look();
    } catch (error) {
      log.warn("A look for what seems wrong failed", { shop: shopId, ...describeError(error) });
      failed.push(error);
    }
  }
  for (const shop of (await orderShopsOf(db(), await listShopIds(db()))).values()) {
    if (shop.redactedAt !== null) continue;
    await attempt(shop.shopId, () => watchAffiliates(shop, now));
    await attempt(shop.shopId, () => settleAccused(shop, now));
    await attempt(shop.shopId, () => watchCodes(shop, now));
  }
  if (failed.length > 0) throw new AggregateError(failed, "Some looks for what seems wrong failed.");
}

type ShopDays = { readonly shopId: ShopId; readonly timeZone: string };
/** A finding about an affiliate, and the subject of its flag. */
export type AffiliateFinding = {
  readonly affiliateId: AffiliateId;
  readonly about: string;
  readonly finding: Finding;
};

const dayMs = 86_400_000;

/** Flags bursts of today and yesterday, and accounts that two affiliates are paid to. */
export async function watchAffiliates({ shopId, timeZone }: ShopDays, now: Date): Promise<number> {
  const rules = chosenRules(await chosenFraudRules(db(), shopId));
  const found = [
    ...(await findRecentBursts({ shopId, timeZone }, ruleOf(rules, "burst"), now)),
    ...(ruleOf(rules, "shared-payout").action === "off" ? [] : await findShared(shopId)),
  ];
  await insertFlags(
    db(),
    found.map(({ affiliateId, about, finding }) => {
      const subject = { shopId, affiliateId, subjectKind: "affiliate", subjectId: about } as const;
      return openFlag({ ...subject, finding, action: ruleOf(rules, finding.kind).action, now });
    }),
  );
  return found.length;
}

async function findRecentBursts(
  shop: ShopDays,
  { action, limits }: ChosenRule,
  now: Date,
): Promise<AffiliateFinding[]> {
  const days = [new Date(now.getTime() - dayMs), now].map((at) => dayIn(shop.timeZone, at));
  return action === "off" ? [] : await findBursts(shop, { limits, days });
}

/** Finds bursts on these days of the shop under these limits. */
export async function findBursts(
  { shopId, timeZone }: ShopDays,
  { limits, days }: { readonly limits: ChosenRule["limits"]; readonly days: readonly string[] },
): Promise<AffiliateFinding[]> {
  const found: AffiliateFinding[] = [];
  for (const day of days) {
    const orders = await ordersOfDays(db(), shopId, { day, least: limits["orders"] ?? 1 });
    const clicks = await busyVisitors(db(), shopId, { day, timeZone, least: limits["clicks"] ?? 1 });
    for (const { affiliateId, ...of } of orders) {
      const finding = orderBurst({ day, ...of }, limits);
      if (finding) found.push({ affiliateId, about: `${affiliateId} ${day}`, finding });
    }
    for (const { affiliateId, clicks: count } of clicks) {
      const finding = clickBurst({ day, clicks: count }, limits);
      if (finding) found.push({ affiliateId, about: `${affiliateId} ${day} clicks`, finding });
    }
  }
  return found;
}

/** Finds affiliates who share a payout account with another affiliate. */
export async function findShared(shopId: ShopId): Promise<AffiliateFinding[]> {
  const shared = await sharedPayouts(db(), shopId);
  return shared.map(({ affiliateId, others }) => ({
    affiliateId,
    about: `${affiliateId} ${others.join(" ")}`,
    finding: { kind: "shared-payout", score: 90, evidence: { others } },
  }));
}

const mostOrders = 2000;
const settledAtOnce = 100;

/**
 * Settles earlier orders again that a flag about their affiliate reaches, so the function for new orders holds
 * or denies them too. It asks the books for what is left, so the next run finds orders that an interrupted run
 * missed or that were in progress when the flag was raised. Returns how many orders were settled.
 */
export async function settleAccused(shop: OrderShop, now: Date): Promise<number> {
  const { shopId, timeZone } = shop;
  const rules = chosenRules(await chosenFraudRules(db(), shopId));
  const acting = rules.filter(({ action }) => action === "hold" || action === "deny");
  const kinds = acting.map((one) => one.kind).filter((kind) => kind === "burst" || kind === "shared-payout");
  if (kinds.length === 0) return 0;
  const today = dayIn(timeZone, now);
  const days = [dayAfter(today, -1), today];
  let settled = 0;
  for (const flag of await affiliateFlagsInForce(db(), shopId, { kinds, days })) {
    const orderIds = await openOrdersUnflagged(db(), shopId, {
      ...ordersReachedBy(flag),
      timeZone,
      limit: mostOrders,
    });
    await settleInParts(shop, orderIds, now);
    settled += orderIds.length;
  }
  return settled;
}

/** Orders that a flag is about: one day's after a burst, all of them for a shared payout account. */
function ordersReachedBy({ kind, affiliateId, evidence }: AffiliateFlag) {
  const { clicks, day, others } = evidence;
  const partners = Array.isArray(others) ? others.map((id) => id as AffiliateId) : [];
  return {
    kind,
    affiliateIds: [affiliateId, ...partners],
    day: typeof day === "string" ? day : null,
    visited: clicks !== undefined,
  };
}

const recentMs = 30 * dayMs;
const beforeMs = 60 * dayMs;

type CodeUsage = { readonly affiliateId: AffiliateId; readonly history: CodeHistory };

/** Flags codes that seem leaked by their usage, and the orders that used them. Returns the number of flagged codes. */
export async function watchCodes(shop: OrderShop, now: Date): Promise<number> {
  const { shopId } = shop;
  const rule = ruleOf(chosenRules(await chosenFraudRules(db(), shopId)), "leaked-code");
  if (rule.action === "off") return 0;
  const found = await findLeakedCodes(shopId, rule.limits, now);
  const known = await flagsAbout(db(), shopId, { kind: "code", ids: found.map((one) => one.code) });
  const fresh = found.filter((one) => known.every((flag) => flag.subjectId !== one.code));
  await insertFlags(
    db(),
    fresh.map(({ affiliateId, finding, code }) => {
      const subject = { shopId, affiliateId, subjectKind: "code", subjectId: code } as const;
      return openFlag({ ...subject, finding, action: rule.action, now });
    }),
  );
  await settleLeaked(shop, now);
  return fresh.length;
}

/**
 * Settles orders of leaked codes again, from 30 days before the flag, so the function for new orders flags them too.
 * It asks the books which orders have no flag yet, so the next run finds orders that an interrupted run missed or
 * that were in progress when the flag was raised.
 */
async function settleLeaked(shop: OrderShop, now: Date): Promise<void> {
  const raisedSince = new Date(now.getTime() - recentMs);
  for (const { code, affiliateId, raisedAt } of await codeFlagsInForce(db(), shop.shopId, raisedSince)) {
    const since = new Date(raisedAt.getTime() - recentMs);
    const of = { codeKey: code, affiliateId, since, limit: mostOrders };
    await settleInParts(shop, await unflaggedByCode(db(), shop.shopId, of), now);
  }
}

/** Codes whose usage of the last 30 days suggests a leak under these limits, flagged or not. */
export async function findLeakedCodes(shopId: ShopId, limits: ChosenRule["limits"], now: Date) {
  const middle = new Date(now.getTime() - recentMs);
  const from = new Date(middle.getTime() - beforeMs);
  const uses = historiesOf(await codeUse(db(), shopId, { from, middle, until: now }));
  return uses.flatMap(({ affiliateId, history }) => {
    const finding = leakedCodeFlag(history, limits);
    return finding ? [{ affiliateId, finding, code: history.code }] : [];
  });
}

/** Settles orders again, some in each transaction. */
export async function settleInParts(shop: OrderShop, orderIds: readonly string[], now: Date): Promise<void> {
  for (let place = 0; place < orderIds.length; place += settledAtOnce) {
    const some = orderIds.slice(place, place + settledAtOnce);
    await inTransaction((tx) => settleAgain(tx, shop, some, now));
  }
}

const unused: CodeUse = { orders: 0, visited: 0, fresh: 0, foreign: 0 };

/** The total usage of each code. */
function historiesOf(rows: readonly CodeUseRow[]): CodeUsage[] {
  const byCode = Map.groupBy(rows, (row) => `${row.codeKey} ${row.affiliateId}`);
  return [...byCode.values()].flatMap((of) => {
    const [first] = of;
    if (!first) return [];
    const use = (recent: boolean) => {
      const row = of.find((one) => one.recent === recent);
      return row ? codeUseOf(row) : unused;
    };
    const history = { code: first.codeKey, recent: use(true), before: use(false) };
    return [{ affiliateId: first.affiliateId, history }];
  });
}

function codeUseOf({ orders, visited, fresh, others, hosts }: CodeUseRow): CodeUse {
  const coupon = hosts.filter(([host]) => isCouponSite(host)).reduce((sum, [, count]) => sum + count, 0);
  return { orders, visited, fresh, foreign: Math.min(orders, coupon + others) };
}
