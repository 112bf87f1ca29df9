import { payoutRequestWire, sectionBooksWire } from "#app/contracts/payout-section.ts";
import { paymentListQuery, paymentWire, payoutSectionDetailWire } from "#app/contracts/payout.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { countCommissionsOf } from "#app/flows/commissions/read-commissions.ts";
import { booksViewOf } from "#app/flows/payouts/payout-views.ts";
import { readSectionBooks, readPayments, readSectionFacts } from "#app/flows/payouts/read-payouts.ts";
import { readRequests } from "#app/flows/payouts/read-requests.ts";
import { db } from "#app/platform/db.server.ts";
import { countCovered } from "#app/store/paid-lines.ts";
import { sharedReference } from "#app/store/payout-payment-list.ts";
import { addressFaultOf, listQueryOf } from "./page-query.ts";
import { todayIn } from "./payout-input.ts";
import type { ShopContext } from "./require-shop.server.ts";
import { paymentInWords, requestInWords, sectionInWords } from "./payout-words.ts";
import { answered } from "./respond.ts";

/** The data of a section's page; null where there is no such section of the payout. */
export async function sectionPageOf(
  context: ShopContext,
  request: Request,
  { payoutId, sectionId: id }: { readonly payoutId: string; readonly sectionId: string },
) {
  const { shop, shopId, now } = context;
  const view = await readSectionFacts(shopId, id);
  if (view?.section.payout !== payoutId) return null;
  const { id: sectionId, currency, planned } = view.section;
  const { page, limit, status, search } = listQueryOf(request, paymentListQuery);
  const filter = { sectionId, status, search };
  const [{ payments, total }, parts, books, commissionCount, reference] = await Promise.all([
    readPayments(shopId, filter, { page, limit }).then(answered),
    readRequests(shopId, { sectionId, currency }),
    readSectionBooks(shopId, sectionId),
    countCommissionsOf(shopId, sectionId, now),
    sharedReference(db(), shopId, sectionId),
  ]);
  const covered = await countCovered(
    db(),
    shopId,
    payments.map((one) => one.id),
  );
  return {
    section: encode(payoutSectionDetailWire, sectionInWords(view.section)),
    commissionCount,
    reference,
    covered: Object.fromEntries(covered),
    totalMinor: String(planned.total.minor),
    payments: payments.map((one) => encode(paymentWire, paymentInWords(one))),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, paymentListQuery),
    parts: {
      total: parts.total,
      shown: parts.parts.map((one) => encode(payoutRequestWire, requestInWords(one))),
    },
    books: isRefusal(books) ? null : encode(sectionBooksWire, booksViewOf(books)),
    today: todayIn(context),
    history: view.history,
    timeZone: shop.timeZone,
  };
}
