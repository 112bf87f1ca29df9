import type { Ctx, ShopWith } from "#app/domain/context.ts";
import type { ImportId } from "#app/domain/ids.ts";
import { isUnderWay, seenRun } from "#app/domain/long-run.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { insertImport, listImports, type OrderImport } from "#app/store/sweeps.ts";
import { countOrderRows } from "#app/store/order-list.ts";
import { lockShop } from "#app/store/shops.ts";

/** Days of the shop such as "2026-03-31", both included. */
export type ImportInput = {
  readonly firstDay: string;
  /** Today by default. */
  readonly lastDay?: string | undefined;
};

type ImportView = Omit<OrderImport, "shopId" | "importId"> & { readonly id: ImportId };

export type ImportsView = {
  readonly imports: readonly ImportView[];
  /** The first day that Shopify reports. Null if the app may read all orders. */
  readonly earliestDay: string | null;
  /** Stored orders of the shop, counted up to `countedUpTo`. */
  readonly ordersHere: number;
};

/** Above this, the number of stored orders is shown as a minimum. */
export const countedUpTo = 10_000;

/** Without the scope `read_all_orders`, Shopify reports orders of this many days. */
const daysWithoutScope = 60;
const dayMs = 86_400_000;
const shownAtMost = 20;

/** Starts a job that imports past orders in bulk. One import runs at a time. */
export async function startImport(
  ctx: Ctx<ShopWith<"timeZone" | "scopes">>,
  asked: ImportInput,
): Promise<ImportId | Refusal> {
  const { shop } = ctx;
  const { shopId } = shop;
  const { actor, now } = ctx;
  const earliest = earliestDay(shop, now);
  const today = dayIn(shop.timeZone, now);
  const { lastDay = today } = asked;
  if (asked.firstDay > today) {
    return refuse("invalid", { code: "day_in_future", today: { day: today } }, "firstDay");
  }
  if (lastDay > today) return refuse("invalid", { code: "day_in_future", today: { day: today } }, "lastDay");
  if (lastDay < asked.firstDay) {
    return refuse("invalid", { code: "days_out_of_order" }, "lastDay");
  }
  if (earliest !== null && lastDay < earliest) {
    return refuse("not-possible", { code: "orders_before", day: { day: earliest } }, "lastDay");
  }
  const firstDay = earliest !== null && asked.firstDay < earliest ? earliest : asked.firstDay;
  const importId = newId<ImportId>("imp", now);
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    // The shop's lock keeps two simultaneous requests from both finding no running import.
    await lockShop(tx, shopId);
    const [newest] = await listImports(tx, shopId, 1);
    if (newest && isUnderWay(newest, now)) return refuse("conflict", { code: "import_running" });
    const row = { shopId, importId, firstDay, lastDay, status: "waiting" } as const;
    await insertImport(tx, { ...row, createdBy: actor.name, createdAt: now });
    const subject = { subjectKind: "shop", subjectId: shopId, action: "orders-import-started" };
    await recordAudit(tx, shopId, { ...subject, actor, details: { firstDay, lastDay }, now });
    await queue.send(tx, "import-orders", { shopId, importId });
    return importId;
  });
}

/** The newest imports, and the first day that can be imported. */
export async function readImports(shop: ShopWith<"timeZone" | "scopes">, now: Date): Promise<ImportsView> {
  const rows = await listImports(db(), shop.shopId, shownAtMost);
  return {
    imports: rows.map(({ importId: id, ...row }) => ({ id, ...seenRun(row, now) })),
    earliestDay: earliestDay(shop, now),
    ordersHere: await countOrderRows(db(), shop.shopId, {}, countedUpTo),
  };
}

/** True if Shopify shows the app orders of any age. */
export function mayReadAllOrders({ scopes }: Pick<ShopWith<"scopes">, "scopes">): boolean {
  return scopes.split(",").some((scope) => scope.trim() === "read_all_orders");
}

function earliestDay(shop: ShopWith<"timeZone" | "scopes">, now: Date): string | null {
  const { timeZone } = shop;
  return mayReadAllOrders(shop) ? null : dayIn(timeZone, new Date(now.getTime() - daysWithoutScope * dayMs));
}
