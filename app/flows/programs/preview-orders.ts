import type { Attribution } from "#app/domain/attribution.ts";
import { type BonusPaid, bonusesOfOrder } from "#app/domain/bonus-preview.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { readInputs, type StoredInputs } from "#app/domain/inputs.ts";
import { canonicalText, fromPlain } from "#app/domain/plain.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { asksUnreadCatalog } from "#app/domain/terms/pay.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { db } from "#app/platform/db.server.ts";
import { commissionsOfOrders, type CommissionRow } from "#app/store/commissions.ts";
import { frozenTerms, versionId } from "#app/store/standings.ts";
import { affiliateNames } from "#app/store/names.ts";
import { listOrderRows } from "#app/store/order-list.ts";
import type { OrderRow } from "#app/store/orders.ts";
import { explainedAsIf, type Priced } from "./explained-as-if.ts";
import { reachedBefore } from "./preview-order-bonuses.ts";
import { previewProgress } from "./preview-progress.ts";

const ordersShown = 10;
/** Each line of each order is told twice with every rule that was tried: large orders are shown fewer at once. */
const linesShown = 500;

type Shop = { readonly shopId: ShopId; readonly timeZone: string };
type Two<Of> = { readonly draft: Of; readonly today: Of | null };

export type PreviewedOrder = Two<Priced> & {
  readonly id: string;
  readonly name: string;
  readonly placedAt: Date;
  /** Null where the order is reckoned as if somebody had been credited. */
  readonly affiliateName: string | null;
  /** T3: the draft or the terms of today ask for its collections or tags, which were never read. */
  readonly isUnread: boolean;
  /** T11: the bonuses that it reaches, by what its affiliate has of all time but it and later orders. */
  readonly bonuses: Two<BonusPaid[]>;
};

/** What a draft and the terms of today pay for the shop's newest orders. */
export async function previewOrders(shop: Shop, terms: Two<ProgramTerms>): Promise<PreviewedOrder[]> {
  const { shopId } = shop;
  const newest = await listOrderRows(db(), shopId, { filter: {}, limit: ordersShown });
  const rows = withinLines(newest);
  const affiliateIds = [...new Set(rows.map((row) => row.affiliateId))].filter((id) => id !== null);
  const [commissions, names, frozen, before] = await Promise.all([
    commissionsOfOrders(
      db(),
      shopId,
      rows.map((row) => row.orderId),
    ),
    affiliateNames(db(), shopId, affiliateIds),
    frozenTerms(db(), shopId, rows.flatMap(judgedUnder)),
    reachedBefore(shopId, newest),
  ]);
  return await Promise.all(
    rows.map(async (row) => {
      const [key] = judgedUnder(row);
      const known = {
        row,
        inputs: inputsOf(row, commissions),
        judge: (key && frozen.get(versionId(key))) ?? null,
      };
      const facts = readFacts(row.facts);
      const paid = ({ bonuses }: ProgramTerms) => bonusesOfOrder(facts, bonuses, before(row));
      return {
        id: row.orderId,
        name: row.name,
        placedAt: row.placedAt,
        affiliateName: row.affiliateId && (names.get(row.affiliateId) ?? row.affiliateId),
        isUnread: [terms.draft, terms.today].some((one) => one !== null && asksUnreadCatalog(one, facts)),
        draft: await price(shop, known, terms.draft),
        today: terms.today && (await price(shop, known, terms.today)),
        bonuses: { draft: paid(terms.draft), today: terms.today && paid(terms.today) },
      };
    }),
  );
}

/** The newest ones, at least one, that have no more lines together than are shown. */
function withinLines(rows: readonly OrderRow[]): OrderRow[] {
  let lines = 0;
  return rows.filter((row, index) => {
    lines += readFacts(row.facts).lines.length;
    return index === 0 || lines <= linesShown;
  });
}

type Kept = {
  readonly decided?: Attribution;
  readonly inputs?: Readonly<Record<string, unknown>>;
};

type Known = {
  readonly row: OrderRow;
  /** What it read of other orders when it was first evaluated (M5). */
  readonly inputs: StoredInputs | null;
  /** The terms that judged it. */
  readonly judge: ProgramTerms | null;
};

/** Under the terms that judged it an order keeps what it had read; under others it reads as the books are now. */
async function price(shop: Shop, { row, inputs, judge }: Known, terms: ProgramTerms): Promise<Priced> {
  const facts = readFacts(row.facts);
  const { decided } = fromPlain<Kept>(row.attribution);
  const evidence = decided?.winner?.evidence ?? null;
  if (inputs && judge && canonicalText(judge) === canonicalText(terms)) {
    return explainedAsIf({ terms, facts, evidence, inputs });
  }
  const progress = await previewProgress(shop, terms, { row, facts });
  return explainedAsIf({ terms, facts, evidence, inputs: null, progress });
}

function judgedUnder({ programId, programVersion }: OrderRow) {
  return programId !== null && programVersion !== null ? [{ programId, number: programVersion }] : [];
}

function inputsOf(row: OrderRow, commissions: readonly CommissionRow[]): StoredInputs | null {
  const own = commissions.find(
    ({ orderId, affiliateId, kind }) =>
      kind === "order" && orderId === row.orderId && affiliateId === row.affiliateId,
  );
  if (own) return readInputs(own.inputs);
  const kept = fromPlain<Kept>(row.attribution).inputs?.[row.affiliateId ?? ""];
  return kept === undefined ? null : readInputs(kept);
}
