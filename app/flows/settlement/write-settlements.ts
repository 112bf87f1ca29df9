import type { ShopId } from "#app/domain/ids.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { insertCommissions, raiseCommissionRevisions, setHolds } from "#app/store/commissions.ts";
import { addSignals, type SignalChange } from "#app/store/daily-signals.ts";
import { addDimensions, type DimensionChange } from "#app/store/dimension-figures.ts";
import { addFigures, type FigureChange } from "#app/store/figures.ts";
import { postTransfers } from "#app/store/ledger.ts";
import { type NewEvent, recordEvents, withoutKnownTiers } from "#app/store/outbox.ts";
import { type OrderValues, saveOrders } from "#app/store/orders.ts";
import { tellShop } from "#app/store/pulse.ts";
import type { CommissionsWritten } from "./change-commissions.ts";
import type { BonusesWritten } from "./settle-bonuses.ts";
import { type FlaggedCommission, writeFlags } from "./flag-orders.ts";

/** What settling one order writes. */
export type Settlement = CommissionsWritten & {
  readonly order: OrderValues;
  readonly figures: readonly FigureChange[];
  readonly dimensions: readonly DimensionChange[];
  readonly signals: readonly SignalChange[];
  /** Its terms ask what only the platform knows: it has to be asked, before anything is posted. */
  readonly mustAsk: boolean;
  readonly flagged: FlaggedCommission;
  readonly events: readonly NewEvent[];
};

/** Writes all that was settled, with a few statements, in the order in which every writer of the house locks. */
export async function writeSettlements(
  tx: Tx,
  shopId: ShopId,
  {
    orders,
    bonuses,
    isImport,
    now,
  }: { orders: readonly Settlement[]; bonuses: BonusesWritten; isImport: boolean; now: Date },
): Promise<void> {
  const all = [...orders, bonuses];
  await saveOrders(
    tx,
    orders.map((one) => one.order),
  );
  await insertCommissions(
    tx,
    all.flatMap((one) => one.created),
  );
  await raiseCommissionRevisions(tx, shopId, bonuses.raised);
  await setHolds(
    tx,
    shopId,
    all.flatMap((one) => one.holds),
  );
  await writeFlags(
    tx,
    shopId,
    orders.map((one) => one.flagged),
    now,
  );
  await postTransfers(
    tx,
    shopId,
    all.flatMap((one) => one.postings),
    now,
  );
  await addFigures(
    tx,
    shopId,
    orders.flatMap((one) => one.figures),
    { now },
  );
  await addSignals(
    tx,
    shopId,
    orders.flatMap((one) => one.signals),
  );
  await addDimensions(
    tx,
    shopId,
    orders.flatMap((one) => one.dimensions),
  );
  // Past orders are no news to anybody.
  if (!isImport) {
    await recordEvents(
      tx,
      shopId,
      await withoutKnownTiers(
        tx,
        shopId,
        all.flatMap((one) => one.events),
      ),
      now,
    );
  }
  await tellShop(tx, shopId);
}
