import { type CommissionState, commissionState } from "#app/domain/commission-state.ts";
import type { CommissionId, ShopId } from "#app/domain/ids.ts";
import type { Posted } from "#app/domain/ledger/entries.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import type { ReasonCode } from "#app/domain/reasons.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { mayRelease } from "#app/domain/release.ts";
import { db } from "#app/platform/db.server.ts";
import {
  type CommissionCursor,
  type CommissionFilter,
  countCommissionRows,
  findCommission,
  listCommissionRows,
  type NamedCommission,
} from "#app/store/commissions.ts";
import { postedOf, transfersOf, type TransferRow } from "#app/store/ledger.ts";

/** Beyond it a list says how many at least: counting further would scan the shop. */
const countedUpTo = 10_000;

/** A commission with its names, what the ledger holds for it, and why it is where it is. */
export type CommissionView = NamedCommission & {
  readonly state: CommissionState;
  readonly posted: Posted;
  /** Code of domain/reasons.ts. */
  readonly reason: string;
};

export type CommissionsAsked = CommissionFilter & {
  readonly page: number;
  readonly limit: number;
  readonly after?: CommissionCursor | undefined;
};

type CommissionPage = {
  readonly commissions: CommissionView[];
  readonly next: CommissionCursor | null;
};

/** One page of commissions, newest first, where it goes on, and how many there are, counted up to 10,000. */
export async function readCommissions(
  shopId: ShopId,
  { page, limit, after, ...filter }: CommissionsAsked,
  now: Date,
): Promise<CommissionPage & { total: number }> {
  const offset = after ? 0 : (page - 1) * limit;
  const [total, found] = await Promise.all([
    countCommissionRows(db(), shopId, filter, countedUpTo),
    readPage(shopId, { filter, limit, after, offset }, now),
  ]);
  return { ...found, total };
}

/** Every commission that matches, newest first, page by page. */
export async function* readAllCommissions(
  shopId: ShopId,
  filter: CommissionFilter,
  now: Date,
): AsyncGenerator<CommissionView[]> {
  let after: CommissionCursor | undefined;
  do {
    const page = await readPage(shopId, { filter, limit: 250, after }, now);
    yield page.commissions;
    after = page.next ?? undefined;
  } while (after);
}

async function readPage(
  shopId: ShopId,
  page: Parameters<typeof listCommissionRows>[2],
  now: Date,
): Promise<CommissionPage> {
  const rows = await listCommissionRows(db(), shopId, { ...page, limit: page.limit + 1 });
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1)?.commission;
  const next =
    rows.length > page.limit && last ? { createdAt: last.createdAt, commissionId: last.commissionId } : null;
  return { commissions: await viewsOf(shopId, shown, now), next };
}

/** One commission and its postings, or a refusal where the shop has none of that id. */
export async function readCommission(
  shopId: ShopId,
  commissionId: string,
  now: Date,
): Promise<{ commission: CommissionView; transfers: TransferRow[] } | Refusal> {
  const row = await findCommission(db(), shopId, commissionId);
  const [commission] = row ? await viewsOf(shopId, [row], now) : [];
  if (!commission) return refuse("not-found", "There is no such commission");
  return { commission, transfers: await transfersOf(db(), shopId, [commissionId]) };
}

async function viewsOf(
  shopId: ShopId,
  rows: readonly NamedCommission[],
  now: Date,
): Promise<CommissionView[]> {
  const ids: CommissionId[] = rows.map((row) => row.commission.commissionId);
  const posted = await postedOf(db(), shopId, ids);
  return rows.map((row) => {
    const state = stateOf(row);
    const nothing = { pendingMinor: 0n, payableMinor: 0n };
    return {
      ...row,
      state,
      posted: posted.get(row.commission.commissionId) ?? nothing,
      reason: reasonOf(row, state, now),
    };
  });
}

function stateOf(row: NamedCommission): CommissionState {
  return commissionState({
    orderReason: row.orderReason,
    creditedTo: row.orderCreditedTo,
    affiliateId: row.commission.affiliateId,
    releasedAt: row.commission.releasedAt,
  });
}

/** M11: what release waits for, or that nothing stood against it; of what stands at zero, the reason of its order. */
function reasonOf(row: NamedCommission, state: CommissionState, now: Date): string {
  if (state === "reversed") return row.orderReason;
  if (state === "payable") return "release-due" satisfies ReasonCode;
  // The hold stands in the row, where a later edit may have moved it.
  return mayRelease({
    facts: readFacts(row.orderFacts),
    affiliateStatus: row.affiliateStatus,
    isHeld: false,
    earnedAt: row.commission.holdUntil.toISOString(),
    holdDays: 0,
    now: now.toISOString(),
  }).reason;
}
