import type { ShopWith } from "#app/domain/context.ts";
import {
  type ChosenRule,
  chosenRules,
  checkOrder,
  type OrderCheckInput,
  ruleOf,
} from "#app/domain/fraud/rules.ts";
import type { RuleChoice } from "#app/domain/fraud/rule-limits.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import { type FraudSources, fraudSources } from "#app/store/fraud-sources.ts";
import { listOrderRows } from "#app/store/order-list.ts";
import type { OrderRow } from "#app/store/orders.ts";
import { readAttributions } from "#app/flows/settlement/credit-orders.ts";
import {
  buyerHashes,
  clicksOf,
  isReached,
  type OrderToCheck,
  orderTraits,
  winningCode,
} from "#app/flows/settlement/flag-orders.ts";
import { type AffiliateFinding, findBursts, findLeakedCodes, findShared } from "./watch-fraud.ts";

const atOnce = 250;
/** A person waits for the number, so no more orders are checked than this. */
const most = 2000;

export type FraudRulePreview = {
  /** The newest credited orders, as many as were checked. */
  readonly looked: number;
  readonly found: number;
  /** There are more orders than were checked. */
  readonly isCapped: boolean;
  /** For a rule about affiliates: the number of their flags that reach those orders. */
  readonly affiliateFlags: number | null;
};

/**
 * Counts the credited orders since then that a rule would have flagged under these limits. It uses their stored
 * data and the function that checks new orders. Skips test orders and writes nothing.
 */
export async function previewFraudRule(
  shop: ShopWith<"timeZone">,
  choice: RuleChoice,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<FraudRulePreview> {
  const { shopId } = shop;
  const rule = ruleOf(chosenRules([{ ...choice, action: "note" }]), choice.kind);
  const leaked = rule.kind === "leaked-code" ? await findLeakedCodes(shopId, rule.limits, now) : [];
  const scores = new Map(leaked.map(({ code, finding }) => [code, finding.score]));
  const accusing = await findAccusing(shop, rule, { since, now });
  const filter = { credited: true, since };
  let [looked, found] = [0, 0];
  let page: OrderRow[] = [];
  do {
    const last = page.at(-1);
    const after = last && { placedAt: last.placedAt, orderId: last.orderId };
    page = await listOrderRows(db(), shopId, { filter, limit: Math.min(atOnce, most - looked), after });
    looked += page.length;
    found += await countFlagged(shop, page, { rule, scores, accusing: accusing ?? [] });
  } while (page.length === atOnce && looked < most);
  return { looked, found, isCapped: looked >= most, affiliateFlags: accusing && accusing.length };
}

/** Affiliate flags that the rule would have raised; null for a rule about orders or codes. */
async function findAccusing(
  shop: ShopWith<"timeZone">,
  { kind, limits }: ChosenRule,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<AffiliateFinding[] | null> {
  if (kind === "shared-payout") return findShared(shop.shopId);
  if (kind !== "burst") return null;
  const days: string[] = [];
  const last = dayIn(shop.timeZone, now);
  for (let day = dayIn(shop.timeZone, since); day <= last; day = dayAfter(day, 1)) days.push(day);
  return findBursts(shop, { limits, days });
}

type PreviewedRule = {
  readonly rule: ChosenRule;
  readonly scores: ReadonlyMap<string, number>;
  readonly accusing: readonly AffiliateFinding[];
};

async function countFlagged(
  { shopId, timeZone }: ShopWith<"timeZone">,
  rows: readonly OrderRow[],
  by: PreviewedRule,
): Promise<number> {
  const kept = await readAttributions(db(), shopId, rows);
  const orders = rows.flatMap((row, place): OrderToCheck[] => {
    const attribution = kept[place];
    const facts = readFacts(row.facts);
    return attribution && !facts.test ? [{ row, facts, attribution }] : [];
  });
  const hashes = [...new Set(orders.flatMap(buyerHashes))];
  const clicks = orders.flatMap(clicksOf);
  const asked = { orderIds: [], codes: [], hashes, affiliateIds: [], clicks };
  const known = await fraudSources(db(), shopId, asked);
  return orders.filter((one) => isFlagged(one, { ...known, timeZone }, by)).length;
}

function isFlagged(
  order: OrderToCheck,
  {
    marks,
    adClicks,
    timeZone,
  }: Pick<FraudSources, "marks" | "adClicks"> & Pick<ShopWith<"timeZone">, "timeZone">,
  { rule, scores, accusing }: PreviewedRule,
): boolean {
  const { winner } = order.attribution.decided;
  if (winner === null) return false;
  const code = winningCode(order);
  const score = code === null ? undefined : scores.get(code);
  const leaked: OrderCheckInput["leaked"] = code === null || score === undefined ? null : { code, score };
  const of = { affiliateId: winner.affiliateId, day: dayIn(timeZone, new Date(order.facts.createdAt)) };
  const accusations = accusing
    .filter(({ affiliateId, finding }) => isReached({ affiliateId, ...finding }, of))
    .map(({ about, finding }) => ({ ...finding, flagId: about }));
  const look = orderTraits(order, winner.affiliateId, { marks, adClicks, leaked, accusations });
  return checkOrder(look, [rule]).length > 0;
}
