import type { ShopId } from "#app/domain/ids.ts";
import { type RequestStatus, isCertainlyNotSent } from "#app/domain/payouts/request.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { db } from "#app/platform/db.server.ts";
import {
  requestsInTrouble,
  requestsOfSection,
  countRequests,
  findSection,
  findRequest,
  type PayoutSection,
  type PayoutRequest,
} from "#app/store/payout-requests.ts";
import { cutPage, readWithin, thisList } from "#app/store/read-within.ts";
import { columnsOf } from "./bank-files.ts";

/** A request of a section, with the possible actions. */
export type RequestView = ReturnType<typeof requestView>;

export type SectionRequests = {
  readonly total: number;
  /** Requests that need a person first, then the others in their order. */
  readonly parts: readonly RequestView[];
};

type SectionHead = Pick<PayoutSection, "sectionId" | "currency">;

const shown = 20;

/** Requests of a section: all if there are few, otherwise those that need a person. */
export async function readRequests(shopId: ShopId, section: SectionHead): Promise<SectionRequests> {
  const [counts, requests] = await Promise.all([
    countRequests(db(), shopId, section.sectionId),
    requestsInTrouble(db(), shopId, { sectionId: section.sectionId, limit: shown }),
  ]);
  return { total: totalCount(counts), parts: requests.map((request) => requestView(request, section)) };
}

type RequestsQuery = {
  readonly status: RequestStatus | undefined;
  readonly page: number;
  readonly limit: number;
  /** Ordinal of the last request shown. Replaces the page. */
  readonly after: number | undefined;
};

/** One page of a section's requests in their order, and the number of matches. */
export async function listSectionRequests(
  shopId: ShopId,
  section: SectionHead,
  { status, page, limit, after }: RequestsQuery,
): Promise<{ parts: RequestView[]; total: number; next: number | null } | Refusal> {
  const { sectionId } = section;
  const offset = after === undefined ? (page - 1) * limit : 0;
  const asked = { sectionId, status, after: after ?? 0, offset, limit: limit + 1 };
  return await readWithin(thisList, async (tx) => {
    const found = await requestsOfSection(tx, shopId, asked);
    const { shown: requests, last } = cutPage(found, limit);
    const counts = await countRequests(tx, shopId, sectionId);
    const counted = counts.filter((one) => status === undefined || one.status === status);
    return {
      parts: requests.map((request) => requestView(request, section)),
      total: totalCount(counted),
      next: last?.ordinal ?? null,
    };
  });
}

/** One request, or a refusal. */
export async function readRequest(shopId: ShopId, requestId: string): Promise<RequestView | Refusal> {
  const request = await findRequest(db(), shopId, requestId);
  const section = request && (await findSection(db(), shopId, request.sectionId));
  return section
    ? requestView(request, section)
    : refuse("not-found", { code: "not_found", what: "payout_file" });
}

function totalCount(counts: Awaited<ReturnType<typeof countRequests>>): number {
  return counts.reduce((sum, one) => sum + one.count, 0);
}

function requestView(request: PayoutRequest, { currency }: SectionHead) {
  const { status } = request;
  return {
    id: request.requestId,
    payout: request.sectionId,
    ordinal: request.ordinal,
    status,
    count: request.paymentCount,
    total: { minor: request.totalMinor, currency },
    error: request.error,
    nextAt: request.nextAt,
    canSendAgain: status === "refused" || status === "checking",
    canCancel: isCertainlyNotSent(request),
    /** The format of its file, if it was downloaded. */
    columns: columnsOf(request),
  };
}
