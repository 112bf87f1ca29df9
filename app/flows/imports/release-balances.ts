import type { ShopId } from "#app/domain/ids.ts";
import { releaseBalance } from "#app/domain/imports/imported-balance.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import {
  type DueBalance,
  dueBalances,
  type ImportedBalance,
  lockBalances,
  saveImportedBalances,
} from "#app/store/imported-balances.ts";
import { type Posting, postEntries } from "#app/store/ledger.ts";
import { lockKnownOrders } from "#app/store/orders.ts";
import { tellShop } from "#app/store/page-version.ts";
import { openedOf } from "#app/flows/settlement/imported-balances.ts";

const balancesAtOnce = 500;

/**
 * Makes pending balances from other systems available once their time has come (M12). Their orders are locked, so a
 * refund that arrives meanwhile waits and becomes a to-do.
 */
export async function releaseImportedBalances(now: Date): Promise<void> {
  const due = await dueBalances(db(), now, balancesAtOnce);
  for (const [shopId, balances] of Map.groupBy(due, (one) => one.shopId)) {
    try {
      await inTransaction((tx) => releaseOfShop(tx, shopId, balances, now));
    } catch (error) {
      log.error("Imported balances of a shop could not be released", { shopId, ...describeError(error) });
    }
  }
}

async function releaseOfShop(tx: Tx, shopId: ShopId, due: readonly DueBalance[], now: Date): Promise<void> {
  await lockKnownOrders(tx, shopId, [...new Set(due.flatMap(({ orderId }) => orderId ?? []))]);
  const locked = await lockBalances(
    tx,
    shopId,
    due.map(({ entryId }) => entryId),
  );
  const ready = locked.filter(
    ({ releasedAt, releasesAt, currentMinor }) =>
      releasedAt === null && releasesAt !== null && releasesAt <= now && currentMinor > 0n,
  );
  const postings: Posting[] = [];
  const released: ImportedBalance[] = [];
  for (const balance of ready) {
    const { entry, revision } = releaseBalance(openedOf(balance));
    postings.push({ ...entry, happenedAt: now });
    released.push({ ...balance, releasedAt: now, revision });
  }
  await saveImportedBalances(tx, released);
  await postEntries(tx, shopId, postings, now);
  if (released.length > 0) await tellShop(tx, shopId);
}
