import type { Ctx } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { decrypt } from "#app/platform/crypto.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  countDataRequests,
  type DataRequest,
  type DataRequestFilter,
  findDataRequest,
  listDataRequests,
  markSent,
} from "#app/store/data-requests.ts";
import { byOffset, readWholeWithin, readWithin, type Take, thisList } from "#app/store/read-within.ts";

/** A request as the merchant sees it. The sealed answer is opened only for download. */
export type DataRequestView = Pick<DataRequest, "orders" | "receivedAt" | "dueAt"> & {
  readonly id: string;
  /** When the customer was sent the answer. */
  readonly sentAt: Date | null;
  /** False once the customer was redacted, or long after the answer was sent. */
  readonly hasAnswer: boolean;
};

/** One page of customers' data requests, newest first, and their total number. */
export async function readDataRequests(
  shopId: ShopId,
  { page, limit, ...filter }: DataRequestFilter & { readonly page: number; readonly limit: number },
): Promise<{ requests: DataRequestView[]; total: number } | Refusal> {
  return await readWithin(thisList, async (tx) => {
    const rows = await listDataRequests(tx, shopId, { filter, limit, offset: (page - 1) * limit });
    return { requests: rows.map(dataRequestView), total: await countDataRequests(tx, shopId, filter) };
  });
}

/** Reads every match in one snapshot. */
export async function readAllDataRequests(
  shopId: ShopId,
  filter: DataRequestFilter,
  take: Take<DataRequestView>,
): Promise<null | Refusal> {
  const read = byOffset((tx, part) => listDataRequests(tx, shopId, { filter, ...part }));
  return await readWholeWithin(thisList, read, (rows) => take(rows.map(dataRequestView)));
}

/**
 * The stored data about the customer, as JSON text. Refuses if there is no such request or its answer is gone.
 */
export async function openAnswer(shopId: ShopId, requestId: string): Promise<string | Refusal> {
  const row = await findDataRequest(db(), shopId, requestId);
  if (!row) return refuse("not-found", { code: "not_found", what: "data_request" });
  if (row.sealedAnswer === null) return refuse("not-found", { code: "answer_expired" });
  return decrypt(row.sealedAnswer, shopId);
}

/** Records that the merchant sent the answer to the customer. */
export async function markDataRequestSent(
  { shop: { shopId }, actor, now }: Ctx,
  requestId: string,
): Promise<DataRequestView | Refusal> {
  return inTransaction(async (tx) => {
    if (await markSent(tx, shopId, { requestId, now })) {
      const subject = { subjectKind: "privacy", subjectId: requestId, action: "data-handed-over" };
      await recordAudit(tx, shopId, { ...subject, actor, now });
    }
    const row = await findDataRequest(tx, shopId, requestId);
    return row ? dataRequestView(row) : refuse("not-found", { code: "not_found", what: "data_request" });
  });
}

function dataRequestView(request: DataRequest): DataRequestView {
  const { requestId: id, orders, receivedAt, dueAt, sentAt, sealedAnswer } = request;
  return { id, orders, receivedAt, dueAt, sentAt, hasAnswer: sealedAnswer !== null };
}
