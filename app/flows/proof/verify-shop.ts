import type { ShopId } from "#app/domain/ids.ts";
import { type Difference, rowDifference } from "#app/domain/ledger/difference.ts";
import type { PaymentState } from "#app/domain/payouts/payment.ts";
import { faultOfPayment, nothingPosted } from "#app/domain/payouts/posted-payment.ts";
import { allOrders } from "#app/domain/signals.ts";
import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";
import { type Db, inSnapshot } from "#app/platform/db.server.ts";
import { entriesAfterClosing, wrongClosedBalances } from "#app/store/closed-periods.ts";
import { forgetFrozenTerms } from "#app/store/standings.ts";
import { isAsFrozen } from "#app/store/payout-requests.ts";
import { orderShopsOf } from "#app/store/shops.ts";
import {
  wrongAffiliateCounts,
  wrongClicks,
  wrongDimensionClicks,
  wrongDimensions,
  wrongDimensionVisitors,
  wrongFigures,
  wrongShopFigures,
  wrongSignals,
  wrongStatuses,
  wrongVersions,
  wrongVisitors,
} from "#app/store/verification-figures.ts";
import {
  danglingRows,
  sizeOfBooks,
  unknownDecisions,
  wrongAdjustments,
  wrongBalanceEntries,
  wrongBalances,
  wrongCoverings,
  wrongFrozen,
  wrongImportedBalances,
  wrongLines,
  wrongOpenSums,
} from "#app/store/verification-ledger.ts";
import {
  requestsAfter,
  paymentsAfter,
  postedPayments,
  wrongSections,
  wrongRequests,
  wrongSkipped,
  wrongStatementLines,
  wrongStatements,
} from "#app/store/verification-payouts.ts";
import { verifyAdditions, verifyEntries } from "./verify-entries.ts";
import { verifyOrders } from "./verify-orders.ts";

/** The books of one shop, verified in one snapshot. */
type ShopVerification = {
  readonly transfers: number;
  readonly highestSequence: bigint;
  readonly balances: number;
  readonly orders: number;
  readonly differenceCount: number;
  /** The first differences. */
  readonly differences: Difference[];
};

/** Called with each difference. */
type DifferenceReport = (one: Difference) => void;

/** Everything, or only the sums for screens and reports. */
export type VerifiedPart = "all" | "rollups";

/** Differences that are kept in full. More are only counted. */
const namedAtMost = 100;

/**
 * Recomputes the books of a shop in one snapshot and reports each difference as it is found: digests of frozen terms
 * and rules, ledger entries, adjustments, orders and commissions from facts under frozen terms, figures from orders,
 * bonuses from figures, and balances from ledger entries. This order lists a falsified row before the sums that no
 * longer agree with it. Repairs nothing, because a person has to understand a difference first.
 */
export async function verifyShop(
  shopId: ShopId,
  tell: DifferenceReport = () => {},
  part: VerifiedPart = "all",
): Promise<ShopVerification> {
  forgetFrozenTerms();
  return inSnapshot(async (tx) => {
    const differences: Difference[] = [];
    let differenceCount = 0;
    const found = (one: Difference) => {
      differenceCount += 1;
      if (differences.length < namedAtMost) differences.push(one);
      tell(one);
    };
    const size = await sizeOfBooks(tx, shopId);
    const orders =
      part === "all" ? await verifyAll(tx, shopId, found) : await verifyRollups(tx, shopId, found);
    return { ...size, orders, differenceCount, differences };
  });
}

async function verifyAll(tx: Db, shopId: ShopId, found: DifferenceReport): Promise<number> {
  const shop = (await orderShopsOf(tx, [shopId])).get(shopId);
  if (!shop) return 0;
  const causes = [...(await wrongFrozen(tx, shopId)), ...(await danglingRows(tx, shopId))];
  for (const { kind, id, affiliate, what } of causes) {
    found(rowDifference(kind, id, what, { affiliateId: affiliate }));
  }
  await verifyEntries(tx, shopId, found);
  await verifyPeriods(tx, shopId, found);
  for (const { adjustment, affiliate, amount, posted, count } of await wrongAdjustments(tx, shopId)) {
    const what = `is of ${amount}, posted are ${posted} in ${count} transfers`;
    found(rowDifference("adjustments", adjustment, what, { affiliateId: affiliate }));
  }
  for (const { entry, affiliate, what, posted } of await wrongBalanceEntries(tx, shopId)) {
    found(
      rowDifference("balance_entries", entry, `says ${what}, posted is ${posted}`, {
        affiliateId: affiliate,
      }),
    );
  }
  for (const { table, key, affiliate, what } of await wrongImportedBalances(tx, shopId)) {
    found(rowDifference(table, key, what, { affiliateId: affiliate }));
  }
  for (const { decision, what, order } of await unknownDecisions(tx, shopId)) {
    found(rowDifference("decisions", decision, `${what} is not in the audit trail`, { orderId: order }));
  }
  const orders = await verifyOrders(tx, shop, found);
  await verifySums(tx, shop, found);
  await verifyAdditions(tx, shopId, found);
  await verifyPayouts(tx, shopId, found);
  for (const { affiliate, ...one } of await wrongBalances(tx, shopId)) {
    found({ kind: "balance", affiliateId: affiliate, ...one });
  }
  await verifyLines(tx, shopId, found);
  await verifyStoredSums(tx, shopId, found);
  return orders;
}

/** Verifies orders and the sums that follow from them and from clicks. */
async function verifyRollups(tx: Db, shopId: ShopId, found: DifferenceReport): Promise<number> {
  const shop = (await orderShopsOf(tx, [shopId])).get(shopId);
  if (!shop) return 0;
  const orders = await verifyOrders(tx, shop, found);
  await verifySums(tx, shop, found);
  return orders;
}

async function verifySums(tx: Db, shop: OrderShop, found: DifferenceReport): Promise<void> {
  await verifyFigures(tx, shop, found);
  await verifySignals(tx, shop.shopId, found);
  await verifyDimensions(tx, shop, found);
}

/** Compares daily figures with the orders, clicks and visitors that they count. */
export async function verifyFigures(
  tx: Db,
  shop: { readonly shopId: ShopId; readonly timeZone: string; readonly currency: string },
  found: DifferenceReport,
): Promise<void> {
  const { shopId, timeZone } = shop;
  for (const { affiliate, program, ...one } of await wrongFigures(tx, shopId)) {
    found({ kind: "figures", affiliateId: affiliate, programId: program, ...one });
  }
  const clicks = await wrongClicks(tx, shopId, timeZone);
  const visitors = await wrongVisitors(tx, shopId);
  const visits = [
    ...clicks.map((one) => ({ ...one, measure: "clicks" })),
    ...visitors.map((one) => ({ ...one, measure: "visitors" })),
  ];
  for (const { day, affiliate, measure, kept, summed, ...one } of visits) {
    const what = `${measure} ${kept} instead of ${summed}`;
    const affiliateId = affiliate === "" ? null : affiliate;
    // A missing day has no currency of its own.
    const currency = one.currency === "" ? shop.currency : one.currency;
    found({ kind: "figures", affiliateId, programId: "", day, currency, what });
  }
  for (const one of await wrongShopFigures(tx, shopId)) {
    found({ kind: "figures", affiliateId: null, programId: "", ...one });
  }
}

/** Compares the figures of products, codes, links and other report dimensions with orders and clicks. */
export async function verifyDimensions(
  tx: Db,
  { shopId, timeZone }: { readonly shopId: ShopId; readonly timeZone: string },
  found: DifferenceReport,
): Promise<void> {
  const wrong = [
    ...(await wrongDimensions(tx, shopId)),
    ...(await wrongDimensionClicks(tx, shopId, timeZone)),
    ...(await wrongDimensionVisitors(tx, shopId)),
  ];
  for (const { dimension, value, day, currency, what } of wrong) {
    const key = [dimension, value, day, currency].filter((part) => part !== "").join(" ");
    found(rowDifference("daily_dimension_figures", key, `has ${what}`));
  }
}

/** Compares the number of orders by day and signal with the orders. */
async function verifySignals(tx: Db, shopId: ShopId, found: DifferenceReport): Promise<void> {
  for (const { day, signal, kept, follows } of await wrongSignals(tx, shopId)) {
    const what = `counts orders/credited/missed/moved ${kept}, the orders carry ${follows}`;
    found(rowDifference("daily_signals", `${day} ${signal === allOrders ? "all" : signal}`, what));
  }
}

/** Verifies stored sums of affiliates and programs: counts by status, the current status, the newest version. */
async function verifyStoredSums(tx: Db, shopId: ShopId, found: DifferenceReport): Promise<void> {
  for (const { kind, id, status, last } of await wrongStatuses(tx, shopId)) {
    const what = `is ${status}, and the last status written down is ${last ?? "none"}`;
    found(rowDifference(kind, id, what, kind === "affiliates" ? { affiliateId: id } : {}));
  }
  for (const { program, kept, last } of await wrongVersions(tx, shopId)) {
    found(
      rowDifference("programs", program, `is at version ${kept}, the last one saved is ${last ?? "none"}`),
    );
  }
  for (const { status, kept, counted } of await wrongAffiliateCounts(tx, shopId)) {
    found(rowDifference("affiliate_counts", status, `is kept as ${kept}, there are ${counted}`));
  }
}

/**
 * M14: verifies that no ledger entry of a closed period came after its closing, and that the accounts still sum to
 * their closing balances: by sequence as at the closing, and by the time of recording now.
 */
async function verifyPeriods(tx: Db, shopId: ShopId, found: DifferenceReport): Promise<void> {
  for (const { transfer, affiliate, until } of await entriesAfterClosing(tx, shopId)) {
    const what = `is recorded in the period that was closed until ${until}, and came after its closing`;
    found(rowDifference("ledger_entries", transfer, what, { affiliateId: affiliate }));
  }
  for (const { until, currency, account, kept, summed } of await wrongClosedBalances(tx, shopId)) {
    const what = `came to ${kept} at the closing, its transfers sum to ${summed}`;
    found(rowDifference("closed_balances", `${until} ${currency} ${account}`, what));
  }
}

/**
 * M22: compares coverings with payments, lines with ledger entries and coverings, and open lines with available
 * balances.
 */
async function verifyLines(tx: Db, shopId: ShopId, found: DifferenceReport): Promise<void> {
  for (const { payment, affiliate, what } of await wrongCoverings(tx, shopId)) {
    found(rowDifference("payout_coverings", payment, what, { affiliateId: affiliate || null }));
  }
  for (const { line, affiliate, kept, summed } of await wrongLines(tx, shopId)) {
    const what = `is kept as ${kept}, and its transfers and coverings say ${summed}`;
    found(rowDifference("balance_lines", line, what, { affiliateId: affiliate }));
  }
  for (const { affiliate, currency, open, fees, payable } of await wrongOpenSums(tx, shopId)) {
    const what = `has ${open} open and ${fees} of fees to come, and ${payable} payable`;
    found(rowDifference("balance_lines", `${affiliate} ${currency}`, what, { affiliateId: affiliate }));
  }
}

const paymentsAtOnce = 2_000;
/** Each request holds a file, or hundreds of payments. */
const requestsAtOnce = 100;

/**
 * M16: compares each payment with its ledger entries, sections and requests with their payments, skipped affiliates
 * with available balances, and lines of bank statements with their payouts.
 */
async function verifyPayouts(tx: Db, shopId: ShopId, found: DifferenceReport): Promise<void> {
  await verifyPayments(tx, shopId, found);
  for (const { section, what } of await wrongSections(tx, shopId)) {
    found(rowDifference("payout_sections", section, what));
  }
  await verifyRequests(tx, shopId, found);
  for (const { payout, affiliate, what } of await wrongSkipped(tx, shopId)) {
    found(rowDifference("payout_skipped", `${payout} ${affiliate}`, what, { affiliateId: affiliate }));
  }
  for (const { statement, what } of await wrongStatements(tx, shopId)) {
    found(rowDifference("provider_statements", statement, what));
  }
  for (const { line, what } of await wrongStatementLines(tx, shopId)) {
    found(rowDifference("statement_lines", line, what));
  }
}

async function verifyPayments(tx: Db, shopId: ShopId, found: DifferenceReport): Promise<void> {
  for (let after = ""; ;) {
    const payments = await paymentsAfter(tx, shopId, { after, limit: paymentsAtOnce });
    const posted = await postedPayments(
      tx,
      shopId,
      payments.map((payment) => payment.paymentId),
    );
    for (const { paymentId, affiliateId, closedAt, ...payment } of payments) {
      const stand = { ...payment, status: payment.status as PaymentState, isClosed: closedAt !== null };
      const what = faultOfPayment(stand, posted.get(paymentId) ?? nothingPosted);
      if (what !== null) found(rowDifference("payout_payments", paymentId, what, { affiliateId }));
    }
    const last = payments.at(-1);
    if (!last || payments.length < paymentsAtOnce) break;
    after = last.paymentId;
  }
}

/** M17: compares requests with their frozen content and the sums of their payments. */
async function verifyRequests(tx: Db, shopId: ShopId, found: DifferenceReport): Promise<void> {
  for (const { request, what } of await wrongRequests(tx, shopId)) {
    found(rowDifference("payout_requests", request, what));
  }
  for (let after = ""; ;) {
    const requests = await requestsAfter(tx, shopId, { after, limit: requestsAtOnce });
    for (const request of requests) {
      if (!isAsFrozen(request)) {
        found(rowDifference("payout_requests", request.requestId, "is not what was frozen"));
      }
    }
    const last = requests.at(-1);
    if (!last || requests.length < requestsAtOnce) return;
    after = last.requestId;
  }
}
