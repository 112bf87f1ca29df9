import type { ShopId } from "#app/domain/ids.ts";
import { type Difference, rowDifference } from "#app/domain/ledger/difference.ts";
import { allOrders } from "#app/domain/signals.ts";
import type { Db } from "#app/platform/db.server.ts";
import { wrongSignals } from "#app/store/daily-signals.ts";
import {
  wrongDimensionClicks,
  wrongDimensions,
  wrongDimensionVisitors,
} from "#app/store/verification-dimensions.ts";
import {
  wrongAffiliateCounts,
  wrongClicks,
  wrongFigures,
  wrongShopFigures,
  wrongStatuses,
  wrongVersions,
  wrongVisitors,
} from "#app/store/verification-figures.ts";

type Found = (one: Difference) => void;

/** The figures of days against the orders, clicks and visitors that they count. */
export async function verifyFigures(
  tx: Db,
  shop: { readonly shopId: ShopId; readonly timeZone: string; readonly currency: string },
  found: Found,
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
    // A day that is not there at all has no currency of its own.
    const currency = one.currency === "" ? shop.currency : one.currency;
    found({ kind: "figures", affiliateId, programId: "", day, currency, what });
  }
  for (const one of await wrongShopFigures(tx, shopId)) {
    found({ kind: "figures", affiliateId: null, programId: "", ...one });
  }
}

/** What orders and clicks add to products, codes, links and the other dimensions of reports. */
export async function verifyDimensions(
  tx: Db,
  { shopId, timeZone }: { readonly shopId: ShopId; readonly timeZone: string },
  found: Found,
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

/** How many orders of a day carried which signal, against the orders. */
export async function verifySignals(tx: Db, shopId: ShopId, found: Found): Promise<void> {
  for (const { day, signal, kept, follows } of await wrongSignals(tx, shopId)) {
    const what = `counts orders/credited/missed/moved ${kept}, the orders carry ${follows}`;
    found(rowDifference("daily_signals", `${day} ${signal === allOrders ? "all" : signal}`, what));
  }
}

/** What is kept beside affiliates and programs: counts by status, the present status, the newest version. */
export async function verifyKeptBeside(tx: Db, shopId: ShopId, found: Found): Promise<void> {
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
