import { batchBooksToWire } from "#app/contracts/batch-books.ts";
import { payoutItemListQuery } from "#app/contracts/payout.ts";
import { payoutItemToWire, sectionDetailToWire } from "#app/contracts/payout-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { countCommissionsOf } from "#app/flows/commissions/read-commissions.ts";
import { readBatchBooks, readItems, readSection } from "#app/flows/payouts/read-batches.ts";
import { readParts } from "#app/flows/payouts/read-parts.ts";
import { addressFaultOf, listQueryOf } from "./page-query.ts";
import { todayIn } from "./payout-decision.ts";
import { partToWire } from "./payout-parts-wire.ts";
import type { ShopContext } from "./require-shop.server.ts";
import { answered } from "./respond.ts";

/** The data of a section's page; null where there is no such section of the payout. */
export async function sectionPageOf(
  context: ShopContext,
  request: Request,
  { payoutId, sectionId }: { readonly payoutId: string; readonly sectionId: string },
) {
  const { shop, shopId, now } = context;
  const view = await readSection(shopId, sectionId);
  if (view?.section.batch.payoutId !== payoutId) return null;
  const { batch } = view.section;
  const { page, limit, status, search } = listQueryOf(request, payoutItemListQuery);
  const filter = { batchId: batch.batchId, status, search };
  const [{ items, total }, parts, books, commissionCount] = await Promise.all([
    readItems(shopId, filter, { page, limit }).then(answered),
    readParts(shopId, batch),
    readBatchBooks(shopId, batch.batchId),
    countCommissionsOf(shopId, batch.batchId, now),
  ]);
  return {
    section: sectionDetailToWire(view),
    commissionCount,
    totalMinor: String(batch.totalMinor),
    items: items.map(payoutItemToWire),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, payoutItemListQuery),
    parts: { total: parts.total, shown: parts.parts.map(partToWire) },
    books: isRefusal(books) ? null : batchBooksToWire(books),
    today: todayIn(context),
    history: view.history,
    timeZone: shop.timeZone,
  };
}
