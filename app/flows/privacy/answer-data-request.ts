import { systemActor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { encrypt } from "#app/platform/crypto.server.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { keepDataRequest } from "#app/store/data-requests.ts";
import { answerHashes, type CustomerRequest, namesOf } from "./customer-names.ts";
import { gatherAnswer, gatherApplications } from "./gather-answer.ts";

const dueDays = 30;
const dayMs = 86_400_000;

/**
 * A customer asks for their data: gathers what is held and keeps it, sealed, for the merchant to hand over. The history
 * is never erased, so it names the request and not the customer.
 */
export async function answerDataRequest(shopId: ShopId, request: CustomerRequest, now: Date): Promise<void> {
  const requestId = request.requestId ?? `at ${now.toISOString()}`;
  await inTransaction(async (tx) => {
    const answer = await gatherAnswer(tx, shopId, namesOf(shopId, request));
    const applications = await gatherApplications(tx, shopId, request.email);
    const about = "Everything that the affiliate app holds about this customer. Amounts are minor units.";
    const document = { about, requestId, gatheredAt: now.toISOString(), ...answer, applications };
    await keepDataRequest(tx, {
      shopId,
      requestId,
      customerHash: answerHashes(shopId, request)[0] ?? null,
      sealedAnswer: encrypt(JSON.stringify(document, null, 2), shopId),
      orders: answer.orders.length,
      receivedAt: now,
      dueAt: new Date(now.getTime() + dueDays * dayMs),
    });
    await recordAudit(tx, shopId, {
      subjectKind: "privacy",
      subjectId: requestId,
      action: "data-requested",
      actor: systemActor,
      details: { orders: answer.orders.length },
      now,
    });
  });
}
