import { noSuchAffiliate } from "#app/domain/affiliate.ts";
import {
  adjustmentState,
  commissionState,
  type CommissionState,
  deductionState,
  type DeductionState,
} from "#app/domain/commission-state.ts";
import { deductionCode, type DeductionCode } from "#app/domain/deduction.ts";
import { type AffiliateId, isIdOf, type ShopId } from "#app/domain/ids.ts";
import { add, type Money } from "#app/domain/money.ts";
import { openOf } from "#app/domain/ledger/line.ts";
import { affiliateBalances, movementOf, owed } from "#app/domain/ledger/balance.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { readLedgerEntry } from "#app/domain/ledger/read-entry.ts";
import { type Refusal } from "#app/domain/refusal.ts";
import { dayIn } from "#app/platform/clock.ts";
import type { Db } from "#app/platform/db.server.ts";
import { lastClosedPeriod } from "#app/store/closed-periods.ts";
import { deductingPaymentsOf, type LinePayment, paymentsOfLines } from "#app/store/deductions.ts";
import { sumLedgerEntries } from "#app/store/ledger-book.ts";
import { affiliateNames } from "#app/store/names.ts";
import { readWithin } from "#app/store/read-within.ts";
import {
  affiliatesInBooks,
  listStatementEntries,
  type StatementBalanceLine,
  type StatementEntry,
} from "#app/store/statement-lines.ts";

type StatementShop = {
  readonly shopId: ShopId;
  readonly timeZone: string;
  readonly name: string;
  readonly domain: string;
};
type StatementSpan = { readonly since: Date; readonly until: Date };
type AffiliateSpan = StatementSpan & {
  readonly affiliateId: AffiliateId;
  /** End of the last closed month, or null. */
  readonly closedUntil: Date | null;
};

/** One movement of an affiliate's balance, without customer, note or other affiliates. Minor units. */
export type StatementLine = {
  /** Day of recording, in the shop's time zone. */
  readonly day: string;
  /** A code of M2. */
  readonly code: string;
  readonly about: StatementAbout;
  readonly amountMinor: bigint;
  /** The balance after it. */
  readonly balanceMinor: bigint;
  /** The subject's current state. Null for payments, and in closed months, whose files never change (M14). */
  readonly state: StatementState | null;
};

/** The state of a commission or deduction, with the payment that pays or deducts it. */
export type StatementState = (
  | { readonly kind: "commission"; readonly state: CommissionState }
  | { readonly kind: "deduction"; readonly state: DeductionState }
) & { readonly payment: { readonly method: PayoutMethod; readonly day: string } | null };

/** The subject of a movement. */
export type StatementAbout =
  | { readonly kind: "payout"; readonly method: string; readonly receiver: string | null }
  | { readonly kind: "order" | "bonus" | "manual"; readonly order: string | null }
  | { readonly kind: "deduction"; readonly reason: DeductionCode; readonly order: string | null }
  | { readonly kind: "written_off" | "opened" | "adjustment" };

/** The movements of one currency in the order of posting, page by page, with the balance before them. */
export type StatementSection = {
  readonly currency: string;
  readonly openingMinor: bigint;
  /** Pending, available and in payout at the end. Their sum is the closing balance. */
  readonly closing: Readonly<Record<"pending" | "available" | "in_payout", bigint>>;
  readonly lines: () => AsyncGenerator<StatementLine[]>;
};

export type Statement = {
  readonly shopName: string;
  readonly shopDomain: string;
  readonly affiliateId: AffiliateId;
  readonly affiliateName: string;
  /** Days of the shop, the last one included. */
  readonly first: string;
  readonly last: string;
  readonly sections: readonly StatementSection[];
};

const atOnce = 500;

const statements = { what: "statement" } as const;

/**
 * Reads an affiliate's statement over a span of the shop: the identity (M15) line by line, per currency, in one
 * snapshot. `take` reads the lines while it writes, so memory does not grow with their number.
 */
export async function readStatement(
  shop: StatementShop,
  asked: { readonly affiliateId: string } & StatementSpan,
  take: (statement: Statement) => Promise<void>,
): Promise<null | Refusal> {
  const { affiliateId, ...span } = asked;
  if (!isIdOf("affiliate", affiliateId)) return noSuchAffiliate;
  return await readWithin(statements, async (tx) => {
    const closedUntil = await endOfClosedPeriods(tx, shop);
    const own = { affiliateId: affiliateId as AffiliateId, ...span, closedUntil };
    const statement = await statementOfAffiliate(tx, shop, own);
    if (statement === null) return noSuchAffiliate;
    await take(statement);
    return null;
  });
}

async function endOfClosedPeriods(tx: Db, { shopId }: StatementShop): Promise<Date | null> {
  return (await lastClosedPeriod(tx, shopId))?.until ?? null;
}

async function statementOfAffiliate(
  tx: Db,
  shop: StatementShop,
  asked: AffiliateSpan,
): Promise<Statement | null> {
  const { timeZone, shopId } = shop;
  const { affiliateId, since, until } = asked;
  const affiliateName = (await affiliateNames(tx, shopId, [affiliateId])).get(affiliateId);
  if (affiliateName === undefined) return null;
  const sums = await sumLedgerEntries(tx, shopId, asked);
  const sections = [...Map.groupBy(sums, (one) => one.currency)].map(([currency, own]) => {
    const before = own.filter((one) => !one.within).flatMap(readLedgerEntry);
    const openingMinor = owed(affiliateBalances(before, affiliateId));
    const { pending, payable, in_transit } = affiliateBalances(own.flatMap(readLedgerEntry), affiliateId);
    const closing = { pending, available: payable, in_payout: in_transit };
    const lines = () => readLines(tx, shop, { ...asked, currency, openingMinor });
    return { currency, openingMinor, closing, lines };
  });
  const last = dayIn(timeZone, new Date(until.getTime() - 1));
  const names = { shopName: shop.name, shopDomain: shop.domain, affiliateId, affiliateName };
  return { ...names, first: dayIn(timeZone, since), last, sections };
}

const affiliatesAtOnce = 200;

/** Reads the statements of all affiliates in the books, in the order of their ids and in one snapshot. */
export async function readAllStatements(
  shop: StatementShop,
  span: StatementSpan,
  take: (statement: Statement) => Promise<void>,
): Promise<null | Refusal> {
  return await readWithin(statements, async (tx) => {
    const closedUntil = await endOfClosedPeriods(tx, shop);
    for (let after = ""; ;) {
      const ids = await affiliatesInBooks(tx, shop.shopId, { after, limit: affiliatesAtOnce });
      for (const affiliateId of ids) {
        const statement = await statementOfAffiliate(tx, shop, { affiliateId, ...span, closedUntil });
        if (statement) await take(statement);
      }
      const last = ids.at(-1);
      if (last === undefined || ids.length < affiliatesAtOnce) return null;
      after = last;
    }
  });
}

type StatementLinesQuery = AffiliateSpan & { readonly currency: string; readonly openingMinor: bigint };

async function* readLines(
  tx: Db,
  { shopId, timeZone }: StatementShop,
  { openingMinor, closedUntil, ...asked }: StatementLinesQuery,
): AsyncGenerator<StatementLine[]> {
  let balance: Money = { minor: openingMinor, currency: asked.currency };
  let after = 0n;
  for (;;) {
    const rows = await listStatementEntries(tx, shopId, { ...asked, after, limit: atOnce });
    const isClosed = ({ recordedAt }: StatementEntry) => closedUntil !== null && recordedAt < closedUntil;
    const withState = rows.filter((row) => row.line !== null && !isClosed(row));
    const ids = [...new Set(withState.map((row) => row.subject))];
    const payments = {
      newest: await paymentsOfLines(tx, shopId, ids),
      deducting: await deductingPaymentsOf(tx, shopId, ids),
    };
    const lines: StatementLine[] = [];
    for (const row of rows) {
      const [transfer] = readLedgerEntry(row);
      const amountMinor = transfer ? movementOf(transfer) : 0n;
      // Entries between pending, available and in payout do not change the balance.
      if (amountMinor === 0n) continue;
      balance = add(balance, { minor: amountMinor, currency: row.currency });
      const day = dayIn(timeZone, row.recordedAt);
      const isInClosed = isClosed(row);
      const isDeducted = !isInClosed && isDeduction(row, amountMinor);
      const about = isDeducted ? aboutDeduction(row) : lineAbout(row);
      const state = isInClosed ? null : lineState(row, { isDeducted, payments, timeZone });
      lines.push({
        day,
        code: row.code,
        about,
        amountMinor,
        balanceMinor: balance.minor,
        state,
      });
    }
    yield lines;
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return;
    after = last.sequence;
  }
}

/**
 * True if something was taken from a line that a payment had covered before, or by a person from the balance
 * (M22).
 */
function isDeduction({ line, recordedAt }: StatementEntry, amountMinor: bigint): boolean {
  if (line === null || amountMinor >= 0n || line.kind === "payment") return false;
  if (line.kind !== "commission") return true;
  const isDeducted = openOf(line) < 0n || line.deductingMinor > 0n || line.deductedMinor > 0n;
  return isDeducted && line.coveredAt !== null && line.coveredAt <= recordedAt;
}

function aboutDeduction({ line, orderName }: StatementEntry): StatementAbout {
  if (line === null) return { kind: "adjustment" };
  const reason = deductionCode({ ...line, isDenied: line.decision === "denied" });
  return { kind: "deduction", reason, order: orderName };
}

type LineStanding = {
  readonly isDeducted: boolean;
  readonly payments: Readonly<Record<"newest" | "deducting", ReadonlyMap<string, LinePayment>>>;
  readonly timeZone: string;
};

function lineState({ line, subject }: StatementEntry, of: LineStanding): StatementState | null {
  if (line === null || line.kind === "payment") return null;
  const { isDeducted, payments, timeZone } = of;
  const isPaid = line.inPayoutMinor > 0n || line.paidMinor > 0n;
  const found = isDeducted ? payments.deducting.get(subject) : isPaid && payments.newest.get(subject);
  const payment = found ? { method: found.method, day: dayIn(timeZone, found.at) } : null;
  if (isDeducted) return { kind: "deduction", state: deductionState(line), payment };
  return { kind: "commission", state: stateOfLine(line), payment };
}

function stateOfLine(line: StatementBalanceLine): CommissionState {
  if (line.kind !== "commission") return adjustmentState(line);
  return commissionState({ decision: line.decision, waitsForApproval: false, line });
}

function lineAbout({ code, commissionKind, orderName, ...row }: StatementEntry): StatementAbout {
  if (row.payoutMethod !== null) return { kind: "payout", method: row.payoutMethod, receiver: row.receiver };
  if (commissionKind === "order" || commissionKind === "bonus" || commissionKind === "manual") {
    return { kind: commissionKind, order: orderName };
  }
  return { kind: code === "written_off" || code === "opened" ? code : "adjustment" };
}
