import { type CodeHistory, type CodeUse, isCouponSite, leakedCodeFlag } from "#app/domain/fraud/code-leak.ts";
import { type ChosenRule, chosenRules, ruleOf } from "#app/domain/fraud/rules.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { standingCodeFlags, unflaggedByCode } from "#app/store/accused-orders.ts";
import { type CodeUseRow, codeUse } from "#app/store/code-use.ts";
import { chosenFraudRules, flagsAbout, insertFlags, openFlag } from "#app/store/flags.ts";
import { settleAgain } from "#app/flows/settlement/settle-again.ts";
import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";

const dayMs = 86_400_000;
const recentMs = 30 * dayMs;
const beforeMs = 60 * dayMs;
const mostOrders = 2000;
const atOnce = 100;

type Use = { readonly affiliateId: AffiliateId; readonly history: CodeHistory };

/**
 * Looks at how the codes of a shop were used, flags those that seem leaked, and has their orders flagged too. Answers
 * how many codes were flagged.
 */
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
 * Settles the orders of leaked codes again, from 30 days before the flag on, so that each is flagged by the same
 * function as those that follow. Asks the books which are not flagged yet, so a look that was cut off, or an order that
 * was being processed when the flag was raised, is found by the next.
 */
async function settleLeaked(shop: OrderShop, now: Date): Promise<void> {
  const raisedSince = new Date(now.getTime() - recentMs);
  for (const { code, affiliateId, raisedAt } of await standingCodeFlags(db(), shop.shopId, raisedSince)) {
    const since = new Date(raisedAt.getTime() - recentMs);
    const of = { codeKey: code, affiliateId, since, limit: mostOrders };
    await settleSome(shop, await unflaggedByCode(db(), shop.shopId, of), now);
  }
}

/** The codes whose use of the last 30 days speaks for a leak under these limits, whether they were flagged or not. */
export async function findLeakedCodes(shopId: ShopId, limits: ChosenRule["limits"], now: Date) {
  const middle = new Date(now.getTime() - recentMs);
  const from = new Date(middle.getTime() - beforeMs);
  const uses = historiesOf(await codeUse(db(), shopId, { from, middle, until: now }));
  return uses.flatMap(({ affiliateId, history }) => {
    const finding = leakedCodeFlag(history, limits);
    return finding ? [{ affiliateId, finding, code: history.code }] : [];
  });
}

async function settleSome(shop: OrderShop, orderIds: readonly string[], now: Date): Promise<void> {
  for (let place = 0; place < orderIds.length; place += atOnce) {
    const some = orderIds.slice(place, place + atOnce);
    await inTransaction((tx) => settleAgain(tx, shop, some, now));
  }
}

const unused: CodeUse = { orders: 0, visited: 0, fresh: 0, foreign: 0 };

/** The use of each code as a whole. */
function historiesOf(rows: readonly CodeUseRow[]): Use[] {
  const byCode = Map.groupBy(rows, (row) => `${row.codeKey} ${row.affiliateId}`);
  return [...byCode.values()].flatMap((of) => {
    const [first] = of;
    if (!first) return [];
    const use = (recent: boolean) => {
      const row = of.find((one) => one.recent === recent);
      return row ? useOf(row) : unused;
    };
    const history = { code: first.codeKey, recent: use(true), before: use(false) };
    return [{ affiliateId: first.affiliateId, history }];
  });
}

function useOf({ orders, visited, fresh, others, hosts }: CodeUseRow): CodeUse {
  const coupon = hosts.filter(([host]) => isCouponSite(host)).reduce((sum, [, count]) => sum + count, 0);
  return { orders, visited, fresh, foreign: Math.min(orders, coupon + others) };
}
