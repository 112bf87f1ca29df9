import { type Attribution, rulesOfVersion, type RulesVersion } from "#app/domain/attribution.ts";
import { evaluate } from "#app/domain/commission.ts";
import { explain, type Explanation, type ExplanationInput } from "#app/domain/explanation.ts";
import { noProgress, type Progress } from "#app/domain/inputs.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { isReasonCode } from "#app/domain/reasons.ts";
import { goodsNamed, type NamedGoods, type TitleOf } from "#app/domain/terms/named-goods.ts";
import { asksUnreadCatalog, needsOf } from "#app/domain/terms/pay.ts";
import { mostNamed } from "#app/domain/terms/words.ts";
import { readCounted } from "#app/flows/settlement/count-order.ts";
import { type KeptAttribution, readAttributions, storedInputs } from "#app/flows/settlement/credit-orders.ts";
import { type FirstEvaluation, readProgress } from "#app/flows/settlement/read-progress.ts";
import { findGoods } from "#app/gateways/shopify/goods.ts";
import { dayIn, uptimeMs } from "#app/platform/clock.ts";
import type { Db } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { within } from "#app/platform/coalesce.ts";
import { listRules } from "#app/store/attribution-versions.ts";
import type { CommissionRow } from "#app/store/commissions.ts";
import type { OrderRow } from "#app/store/orders.ts";
import { orderShopsOf } from "#app/store/tenants.ts";

export type Explained = {
  readonly explanation: Explanation;
  /** The shop's rules that judged the order; null while nothing was decided. */
  readonly judgedBy: RulesVersion | null;
  /** The explanation of a test order as if it counted; null for every other order. */
  readonly ifCounted: IfCounted | null;
};

type IfCounted = Explanation & {
  /** The terms ask about collections or tags, and nothing reads those of a test order. */
  readonly isUnread: boolean;
};

/**
 * Why an order is credited or not, reckoned again from what is kept by the function that posted it: what is told can
 * never differ from what was done. With the shop's domain its rules name goods by their titles in the store.
 */
export async function explainOrder(
  db: Db,
  row: OrderRow,
  commissions: readonly CommissionRow[],
  shopDomain: string | null,
): Promise<Explained> {
  const facts = readFacts(row.facts);
  const [kept = null] = await readAttributions(db, row.shopId, [row]);
  const attribution = kept?.decided ?? undecided(row);
  const { winner } = attribution;
  const terms = winner?.version.terms ?? null;
  const inputs = kept ? storedInputs(kept, commissions) : null;
  const evaluation = evaluate({ terms, facts, attribution, inputs });
  const sold = new Set(facts.lines.flatMap(({ productId, variantId }) => [productId, variantId]));
  const named = goodsNamed(terms?.rules.map((rule) => rule.when) ?? [], mostNamed).filter(
    ({ id }) => !sold.has(id),
  );
  const judgedBy = kept ? rulesOfVersion(await listRules(db, row.shopId), kept.rules.version) : null;
  const isAsked = shopDomain !== null && named.length > 0;
  const titles = isAsked ? { titleOf: await titlesOf(shopDomain, named) } : {};
  const input = { facts, terms, attribution, renewal: kept?.renewal ?? null, ...titles };
  return {
    explanation: explain({ ...input, evaluation }),
    judgedBy,
    ifCounted: facts.test ? await explainIfCounted(db, row, { ...input, kept }) : null,
  };
}

type TestOrder = Omit<ExplanationInput, "evaluation"> & { readonly kept: KeptAttribution | null };

/**
 * Evaluates a test order as if it were not one. Nothing of it is stored, so tiers, caps and the customer's earlier
 * orders (M5) are those of the books at the time of reading.
 */
async function explainIfCounted(db: Db, row: OrderRow, { kept, ...test }: TestOrder): Promise<IfCounted> {
  const input = { ...test, facts: { ...test.facts, test: false } };
  const progress = kept ? await readProgressOf(db, row, { facts: input.facts, kept }) : noProgress();
  const evaluation = evaluate({ ...input, inputs: null, progress });
  const isUnread = input.terms !== null && asksUnreadCatalog(input.terms, input.facts);
  return { ...explain({ ...input, evaluation }), isUnread };
}

async function readProgressOf(
  db: Db,
  { shopId, counted }: OrderRow,
  { facts, kept }: { readonly facts: OrderFacts; readonly kept: KeptAttribution },
): Promise<Progress> {
  const { winner } = kept.decided;
  const timeZone = (await orderShopsOf(db, [shopId])).get(shopId)?.timeZone;
  if (winner === null || timeZone === undefined) return noProgress();
  const order: FirstEvaluation = {
    facts,
    day: dayIn(timeZone, new Date(facts.createdAt)),
    winner,
    needs: needsOf(winner.version.terms),
    newCustomer: kept.rules.newCustomer,
    counted: readCounted(counted),
  };
  const progressOf = await readProgress(db, shopId, { orders: [order], batch: [facts.id] });
  return progressOf(facts.id, []);
}

/** Nothing was decided while only a refund was heard of, or the platform is still being asked. */
function undecided({ reason }: OrderRow): Attribution {
  return { winner: null, reason: isReasonCode(reason) ? reason : "no-evidence", candidates: [] };
}

/** Titles as the platform told them, of each shop; null for what it does not have, or could not be asked about. */
const known = new Map<string, { readonly title: string | null; readonly until: number }>();
const mostKnown = 20_000;
const believedMs = 600_000;
const unknownMs = 60_000;
/** A page waits no longer for a title: it has the number. */
const patienceMs = 1500;

/**
 * The titles of goods: remembered ones, and the platform is asked once for all others. What it cannot tell in time has
 * none. Never inside a transaction.
 */
export async function titlesOf(shopDomain: string, named: readonly NamedGoods[]): Promise<TitleOf> {
  const asked = named.filter((one) => (known.get(goodsKey(shopDomain, one))?.until ?? 0) <= uptimeMs());
  if (asked.length > 0) {
    try {
      await within(askForTitles(shopDomain, asked), patienceMs);
    } catch (error) {
      log.warn("The titles of goods could not be asked for", { shop: shopDomain, ...describeError(error) });
      for (const one of asked) rememberTitle(goodsKey(shopDomain, one), null, unknownMs);
    }
  }
  return (kind, id) => known.get(goodsKey(shopDomain, { kind, id }))?.title ?? undefined;
}

async function askForTitles(shopDomain: string, asked: readonly NamedGoods[]): Promise<void> {
  const found = await findGoods(shopDomain, asked);
  const titles = new Map(found.map((one) => [goodsKey(shopDomain, one), one.title]));
  for (const one of asked) {
    const key = goodsKey(shopDomain, one);
    rememberTitle(key, titles.get(key) ?? null, believedMs);
  }
}

function rememberTitle(key: string, title: string | null, forMs: number): void {
  if (known.size >= mostKnown) known.clear();
  known.set(key, { title, until: uptimeMs() + forMs });
}

function goodsKey(shopDomain: string, { kind, id }: NamedGoods): string {
  return `${shopDomain} ${kind} ${id}`;
}
