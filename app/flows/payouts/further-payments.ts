import type { PayoutItemId, ShopId } from "#app/domain/ids.ts";
import {
  type ComparedLine,
  furtherPayments,
  isOfOtherTransfer,
  type PaidLine,
} from "#app/domain/statements/further.ts";
import { outcomeOfStatus } from "#app/domain/statements/outcome.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { paidLines } from "#app/store/paid-lines.ts";
import type { StatementLineRow } from "#app/store/provider-statements.ts";
import type { NamedItem } from "#app/store/statement-matching.ts";

type Pair = { readonly line: StatementLineRow; readonly item: NamedItem | null };
type Paid = { readonly line: StatementLineRow; readonly item: NamedItem };

/**
 * Which lines of a statement, by their numbers, tell of a further payment of a payout that another line of this or of
 * another statement tells of already.
 */
export async function findFurther(
  tx: Tx,
  shopId: ShopId,
  pairs: readonly Pair[],
): Promise<ReadonlySet<number>> {
  const paid = pairs.flatMap(({ line, item }) =>
    item && line.outcome === "settled" ? [{ line, item }] : [],
  );
  const others = await othersOf(tx, shopId, paid);
  const further = new Set<number>();
  for (const [itemId, own] of Map.groupBy(paid, ({ item }) => item.itemId)) {
    for (const { number } of furtherPayments(own.map(comparedOf), others.get(itemId) ?? [])) {
      further.add(number);
    }
  }
  return further;
}

/**
 * Which lines of Wise's, by their numbers, tell of a transfer that came to nothing and was sent again: the payout was
 * paid by another row.
 */
export async function findSentAgain(
  tx: Tx,
  shopId: ShopId,
  { pairs, further }: { readonly pairs: readonly Pair[]; readonly further: ReadonlySet<number> },
): Promise<ReadonlySet<number>> {
  const told = pairs.flatMap(({ line, item }) => (item ? [{ line, item }] : []));
  const back = told.filter(({ line }) => isOwnEnd(line));
  const others = await othersOf(tx, shopId, back);
  const paid = Map.groupBy(
    told.filter(({ line }) => line.outcome === "settled"),
    ({ item }) => item.itemId,
  );
  const sentAgain = back.filter(({ line, item: { itemId } }) => {
    const own = paid.get(itemId) ?? [];
    const compared = own.map((one) => ({ ...one.line, isFurther: further.has(one.line.number) }));
    return isOfOtherTransfer(line.identity, [...compared, ...(others.get(itemId) ?? [])]);
  });
  return new Set(sentAgain.map(({ line }) => line.number));
}

/** Its own word says that it came to nothing; money that comes in is a row that says that it was done. */
function isOwnEnd({ outcome, providerStatus }: StatementLineRow): boolean {
  const [word = ""] = providerStatus.split(", fee ", 1);
  return (outcome === "returned" || outcome === "failed") && outcomeOfStatus(word) === outcome;
}

/** The lines about these payouts that are not being compared now, as they stand. */
async function othersOf(
  tx: Tx,
  shopId: ShopId,
  paid: readonly Paid[],
): Promise<ReadonlyMap<PayoutItemId | null, PaidLine[]>> {
  const compared = new Set(paid.map(({ line }) => `${line.statementId} ${line.number}`));
  const rows = await paidLines(tx, shopId, [...new Set(paid.map(({ item }) => item.itemId))]);
  const others = rows
    .filter((row) => !compared.has(`${row.statementId} ${row.number}`))
    .map((row) => ({ ...row, isFurther: isBeside(row) }));
  return Map.groupBy(others, (row) => row.itemId);
}

/**
 * A further payment; or one of another amount that a person set aside with a note, as from a file that says it wrongly:
 * the payout's own may be told by another line.
 */
function isBeside({ match, resolution }: { readonly match: string; readonly resolution: string }): boolean {
  return match === "unexpected" || (match === "amount" && resolution === "noted");
}

function comparedOf({ line, item }: Paid): ComparedLine {
  const { statementId, number, identity, providerTransactionId: transactionId, at } = line;
  return {
    statementId,
    number,
    identity,
    at,
    isFurther: line.match === "unexpected",
    isResolved: line.resolvedAt !== null,
    isNamed: transactionId !== "" && transactionId === item.providerTransactionId,
    isOfAmount: line.amountMinor === item.amountMinor && line.currency === item.currency,
  };
}
