import type { Winner } from "#app/domain/attribution.ts";
import { isStillReached, newlyReached, type ReachedBonus } from "#app/domain/bonus.ts";
import type { AffiliateId, CommissionId, ProgramId, ShopId } from "#app/domain/ids.ts";
import type { ReachedVolume } from "#app/domain/inputs.ts";
import { compareInstants, isNotAfter } from "#app/domain/instant.ts";
import { entriesForDifference, type Posted } from "#app/domain/ledger/entries.ts";
import { toDecimal } from "#app/domain/money.ts";
import { fromPlain, toPlain } from "#app/domain/plain.ts";
import { approvesAtMs } from "#app/domain/release.ts";
import type { Bonus, ProgramTerms } from "#app/domain/terms/terms.ts";
import type { Tx } from "#app/platform/db.server.ts";
import type { CommissionRow, ApprovalState } from "#app/store/commissions.ts";
import type { FigureChange } from "#app/store/figures.ts";
import { frozenTerms, versionId } from "#app/store/standings.ts";
import { type Posting, postedOf } from "#app/store/ledger.ts";
import type { NewEvent } from "#app/store/outbox.ts";
import { lockBonuses, sumsOfWindows } from "#app/store/progress.ts";
import type { BonusPair, CreditedOrder, Standings } from "./credit-orders.ts";
import { commissionOf, type CommissionsWritten, followBonusHold } from "./change-commissions.ts";

/** Existing bonuses raise their own posting revisions, because no order does it for them (M3). */
export type BonusesWritten = CommissionsWritten & {
  readonly events: readonly NewEvent[];
  readonly raised: readonly CommissionRow["commissionId"][];
};

/** Bonuses of some affiliates, brought up to date order by order. */
export type BonusBook = {
  /** Adds a settled order's figures, which may reach bonuses. */
  readonly take: (order: CreditedOrder, figures: readonly FigureChange[], now: Date) => void;
  /** Rows to write in the end. `decidedAt` is set when a person changed something. */
  readonly close: (decidedAt: Date | null, now: Date) => BonusesWritten;
};

/** A bonus of an affiliate: its row, its terms, and which occurrence it is. */
type KeptBonus = {
  readonly row: CommissionRow;
  readonly terms: ProgramTerms;
  readonly reached: ReachedBonus;
};

const nothingReached: ReachedVolume = { orders: 0, salesMinor: 0n };
const nothingPosted: Posted = { pendingMinor: 0n, payableMinor: 0n };

/** Reads and locks the bonuses of pairs whose affiliates are locked, and their all-time counts (T11). */
export async function openBonuses(
  tx: Tx,
  shopId: ShopId,
  {
    pairs,
    orders,
    standings,
  }: { pairs: readonly BonusPair[]; orders: readonly CreditedOrder[]; standings: Standings },
): Promise<BonusBook> {
  const rows = await rowsOfPairs(tx, shopId, pairs);
  const terms = await frozenTerms(
    tx,
    shopId,
    rows.map((row) => ({ programId: row.programId, number: row.programVersion })),
  );
  const kept = rows.map((row) => keptBonusOf(row, terms));
  const asked = new Set(orders.flatMap((one) => one.bonuses.map((row) => row.commissionId)));
  // A released bonus stays. Only a person's decision, which names it by its order, changes it (M13).
  const moving = kept.filter(({ row }) => row.releasedAt === null || asked.has(row.commissionId));
  const posted = await postedOf(
    tx,
    shopId,
    moving.map(({ row }) => row.commissionId),
  );
  const currencies = new Set([
    ...orders.map((one) => one.facts.currency),
    ...rows.map((row) => row.currency),
  ]);
  const reached = await reachedBy(tx, shopId, { pairs, currencies: [...currencies] });
  return bonusBook({ shopId, standings, pairs, reached, kept, moving, posted });
}

async function rowsOfPairs(tx: Tx, shopId: ShopId, pairs: readonly BonusPair[]): Promise<CommissionRow[]> {
  const names = new Set(pairs.map((one) => `${one.affiliateId} ${one.programId}`));
  const rows = await lockBonuses(tx, shopId, [...new Set(pairs.map((one) => one.affiliateId))]);
  return rows.filter((row) => names.has(`${row.affiliateId} ${row.programId}`));
}

async function reachedBy(
  tx: Tx,
  shopId: ShopId,
  { pairs, currencies }: { pairs: readonly BonusPair[]; currencies: readonly string[] },
): Promise<Map<string, ReachedVolume>> {
  const windows = pairs.flatMap((pair) =>
    currencies.map((currency) => ({ ...pair, currency, first: null, last: null })),
  );
  const sums = await sumsOfWindows(tx, shopId, windows);
  return new Map(windows.map((window, index) => [pairKeyOf(window), sums[index] ?? nothingReached]));
}

type OpenBonuses = {
  readonly shopId: ShopId;
  readonly standings: Standings;
  readonly pairs: readonly BonusPair[];
  readonly reached: Map<string, ReachedVolume>;
  readonly kept: KeptBonus[];
  readonly moving: KeptBonus[];
  readonly posted: ReadonlyMap<CommissionId, Posted>;
};

function bonusBook(opened: OpenBonuses): BonusBook {
  const { reached, moving } = opened;
  const created = new Set<CommissionId>();
  const follows: ApprovalState[] = [];
  const happened = new Map<string, string>();
  return {
    take: (order, figures, now) => {
      const { facts, attribution } = order;
      const { winner } = attribution.decided;
      const key = winner ? pairKeyOf({ ...winner, currency: facts.currency }) : "";
      const before = reached.get(key) ?? nothingReached;
      for (const change of figures) {
        addFigure(reached, change);
        happened.set(pairKeyOf(change), laterInstant(happened.get(pairKeyOf(change)), facts.updatedAt));
      }
      const after = reached.get(key) ?? nothingReached;
      follows.push(...movedHolds(order, moving));
      for (const one of newBonuses(order, { before, after }, { opened, now })) {
        opened.kept.push(one);
        moving.push(one);
        created.add(one.row.commissionId);
      }
    },
    close: (decidedAt, now) => {
      const changes = moving.map((one) => {
        const at = happened.get(pairKeyOf(one.row));
        const happenedAt = decidedAt ?? (at === undefined ? now : new Date(at));
        return bonusChange(one, { opened, happenedAt });
      });
      const moved = changes.filter((one) => one.postings.length > 0);
      return {
        created: changes
          .filter((one) => created.has(one.row.commissionId))
          .map(({ row, postings }) => ({ ...row, revision: postings.length > 0 ? 1 : 0 })),
        postings: moved.flatMap((one) => one.postings),
        holds: [...follows, ...changes.flatMap((one) => one.hold ?? [])],
        events: moved.filter((one) => created.has(one.row.commissionId)).map(bonusEvent),
        raised: moved.filter((one) => !created.has(one.row.commissionId)).map((one) => one.row.commissionId),
      };
    },
  };
}

function pairKeyOf(of: { affiliateId: AffiliateId; programId: ProgramId | ""; currency: string }): string {
  return `${of.affiliateId} ${of.programId} ${of.currency}`;
}

function addFigure(reached: Map<string, ReachedVolume>, change: FigureChange): void {
  const known = reached.get(pairKeyOf(change));
  if (!known) return;
  reached.set(pairKeyOf(change), {
    orders: known.orders + change.keptOrders,
    salesMinor: known.salesMinor + change.revenueMinor,
  });
}

function laterInstant(known: string | undefined, at: string): string {
  return known !== undefined && compareInstants(known, at) > 0 ? known : at;
}

/** The approval period of a bonus starts with the order that reached it (M11). */
function movedHolds(order: CreditedOrder, moving: readonly KeptBonus[]): ApprovalState[] {
  return moving
    .filter(({ row }) => row.orderId === order.facts.id)
    .flatMap(({ row, terms }) => followBonusHold(row, terms, order) ?? []);
}

/**
 * Bonuses that an order reaches under its own version, without those reached under any version before (T11).
 */
function newBonuses(
  { facts, attribution }: CreditedOrder,
  count: { before: ReachedVolume; after: ReachedVolume },
  { opened, now }: { opened: OpenBonuses; now: Date },
): KeptBonus[] {
  const { winner } = attribution.decided;
  if (winner === null) return [];
  const { terms } = winner.version;
  const known = opened.kept.filter(
    ({ row }) => row.affiliateId === winner.affiliateId && row.programId === winner.programId,
  );
  const had = known.map((one) => one.reached);
  const earlier = earlierBonuses(opened.standings, winner, facts.createdAt);
  return newlyReached(terms.bonuses, { ...count, currency: facts.currency }, had, earlier).map((one) => {
    const bonusKey = `${versionId(winner.version)}:${one.bonus.id}:${one.ordinal}`;
    const row: CommissionRow = {
      ...commissionOf(winner, { shopId: opened.shopId, facts, now }),
      kind: "bonus",
      role: bonusKey,
      bonusKey,
      currency: one.bonus.amount.currency,
      inputs: toPlain({ amountMinor: one.bonus.amount.minor }) as Record<string, unknown>,
    };
    return { row, terms, reached: one };
  });
}

type ChangedBonus = {
  readonly row: CommissionRow;
  readonly bonus: KeptBonus["reached"]["bonus"];
  readonly postings: Posting[];
  readonly hold: ApprovalState | null;
};

function bonusEvent({ row, bonus }: ChangedBonus): NewEvent {
  const { commissionId, affiliateId, programId, orderId } = row;
  const amount = { amount: toDecimal(bonus.amount), currencyCode: bonus.amount.currency };
  return {
    name: "bonus.earned",
    subjectId: commissionId,
    affiliateId,
    payload: { commissionId, affiliateId, programId, orderId, bonus: bonus.name, amount },
  };
}

/** The bonuses of the other versions that had started for the affiliate when the order was created. */
function earlierBonuses(
  { programs }: Standings,
  { affiliateId, programId, version }: Winner,
  at: string,
): Bonus[] {
  const versions = programs.find((one) => one.id === programId)?.versions ?? [];
  return versions
    .filter((one) => one.number !== version.number && one.withdrawnAt === null)
    .filter((one) => one.affiliateId === null || one.affiliateId === affiliateId)
    .filter((one) => isNotAfter(one.effectiveFrom, at))
    .flatMap((one) => one.terms?.bonuses ?? []);
}

/**
 * Reverses an unreleased bonus while its count is below the threshold (M13), or when it is denied (M12). A
 * bonus that was released and denied follows its count again once it is reopened.
 */
function bonusChange(
  { row, terms, reached }: KeptBonus,
  { opened, happenedAt }: { opened: OpenBonuses; happenedAt: Date },
): ChangedBonus {
  const { commissionId, affiliateId, currency } = row;
  const count = opened.reached.get(pairKeyOf(row)) ?? nothingReached;
  const posted = opened.posted.get(commissionId) ?? nothingPosted;
  const isThere = row.releasedAt !== null && posted.pendingMinor + posted.payableMinor !== 0n;
  const stands = isThere || isStillReached(reached, count, currency);
  const { amountMinor } = fromPlain<{ amountMinor: bigint }>(row.inputs);
  const drafts = entriesForDifference({
    commissionId,
    affiliateId,
    currency,
    revision: row.revision + 1,
    posted,
    currentMinor: stands && row.decision !== "denied" ? amountMinor : 0n,
  });
  // A released bonus is at zero only while it is denied. Once reopened it waits again, also for its count
  // (M12).
  const isBack = row.releasedAt !== null && row.decision !== "denied" && !isThere;
  const until = new Date(approvesAtMs(happenedAt.toISOString(), terms.approvalDays));
  return {
    row,
    bonus: reached.bonus,
    postings: drafts.map((draft) => ({ ...draft, happenedAt })),
    hold: isBack ? { commissionId, approvesAt: until, releasedAt: null } : null,
  };
}

/** Splits the key of a bonus into version, bonus id and ordinal. */
function keptBonusOf(row: CommissionRow, all: ReadonlyMap<string, ProgramTerms | null>): KeptBonus {
  const version = versionId({ programId: row.programId, number: row.programVersion });
  const terms = all.get(version);
  const [bonusId, ordinal] = splitLast((row.bonusKey ?? "").slice(version.length + 1));
  const bonus = terms?.bonuses.find((one) => one.id === bonusId);
  if (!terms || !bonus) throw new Error(`The bonus ${row.bonusKey} is not in its terms.`);
  return { row, terms, reached: { bonus, ordinal: Number(ordinal) } };
}

function splitLast(text: string): [string, string] {
  const at = text.lastIndexOf(":");
  return [text.slice(0, at), text.slice(at + 1)];
}
