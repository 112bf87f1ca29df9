import { batchBooksWire } from "#app/contracts/batch-books.ts";
import { payoutPartWire } from "#app/contracts/payout-part.ts";
import { payoutItemListQuery, payoutItemWire, payoutSectionDetailWire } from "#app/contracts/payout.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { countCommissionsOf } from "#app/flows/commissions/read-commissions.ts";
import { booksViewOf } from "#app/flows/payouts/payout-views.ts";
import { readBatchBooks, readItems, readSection } from "#app/flows/payouts/read-batches.ts";
import { readParts } from "#app/flows/payouts/read-parts.ts";
import { addressFaultOf, listQueryOf } from "./page-query.ts";
import { todayIn } from "./payout-decision.ts";
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
  if (view?.section.payout !== payoutId) return null;
  const { id: batchId, currency, planned } = view.section;
  const { page, limit, status, search } = listQueryOf(request, payoutItemListQuery);
  const filter = { batchId, status, search };
  const [{ payments, total }, parts, books, commissionCount] = await Promise.all([
    readItems(shopId, filter, { page, limit }).then(answered),
    readParts(shopId, { batchId, currency }),
    readBatchBooks(shopId, batchId),
    countCommissionsOf(shopId, batchId, now),
  ]);
  return {
    section: encode(payoutSectionDetailWire, view.section),
    commissionCount,
    totalMinor: String(planned.total.minor),
    items: payments.map((one) => encode(payoutItemWire, one)),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, payoutItemListQuery),
    parts: { total: parts.total, shown: parts.parts.map((one) => encode(payoutPartWire, one)) },
    books: isRefusal(books) ? null : encode(batchBooksWire, booksViewOf(books)),
    today: todayIn(context),
    history: view.history,
    timeZone: shop.timeZone,
  };
}
