import type { Acting, Ctx } from "#app/domain/context.ts";
import { isCertainlyNotSent } from "#app/domain/payouts/request.ts";
import { reasonAsText, refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { nudgePayouts } from "#app/queue/nudge.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  changeRequest,
  endedRequest,
  findSection,
  lockRequest,
  type PayoutRequest,
} from "#app/store/payout-requests.ts";
import { paymentsOfRequest } from "#app/store/payout-payments.ts";
import { endSection } from "./claim-request.ts";
import { movePayments } from "./move-payments.ts";

/** Sends a request or asks about it again now, with its frozen content. */
export async function retryRequest(ctx: Ctx, requestId: string): Promise<Refusal | null> {
  const { shopId } = ctx.shop;
  const refusal = await inTransaction(async (tx) => {
    const request = await lockRequest(tx, shopId, requestId);
    if (!request) return noSuchRequest;
    if (request.status === "sending") return refuse("conflict", { code: "request_sending" });
    const section = await findSection(tx, shopId, request.sectionId);
    if (request.status === "paid" || request.status === "needs_attention" || section?.method === "bank") {
      return refuse("conflict", { code: "nothing_to_send" });
    }
    await changeRequest(tx, shopId, request.requestId, { nextAt: ctx.now });
    await auditRequest(tx, request, "sent again", ctx);
    return null;
  });
  nudgePayouts();
  return refusal;
}

/** Returns payments that were certainly not sent to the balance (M16). Refuses once a provider might have them. */
export async function cancelRequest(ctx: Ctx, requestId: string): Promise<Refusal | null> {
  const { shopId } = ctx.shop;
  const done = await inTransaction(async (tx) => {
    const request = await lockRequest(tx, shopId, requestId);
    if (!request) return noSuchRequest;
    if (!isCertainlyNotSent(request)) {
      return refuse("conflict", { code: "request_maybe_sent" });
    }
    const payments = await paymentsOfRequest(tx, shopId, request.requestId);
    const move = { said: "app", to: "canceled" } as const;
    await movePayments(
      tx,
      shopId,
      payments.map(({ paymentId }) => ({ paymentId, move, reason: canceledUnsent })),
      ctx,
    );
    await changeRequest(tx, shopId, request.requestId, { ...endedRequest, nextAt: null });
    await auditRequest(tx, request, "canceled", ctx);
    return request;
  });
  if ("refused" in done) return done;
  await endSection(shopId, done.sectionId, ctx.now);
  return null;
}

const canceledUnsent = reasonAsText({ code: "canceled_unsent" });
const noSuchRequest = refuse("not-found", { code: "not_found", what: "payout_file" });

async function auditRequest(
  tx: Tx,
  request: PayoutRequest,
  action: string,
  { actor, now }: Acting,
): Promise<void> {
  await recordAudit(tx, request.shopId, {
    subjectKind: "payout_section",
    subjectId: request.sectionId,
    action,
    actor,
    details: { part: request.ordinal, payments: request.paymentCount },
    now,
  });
}
