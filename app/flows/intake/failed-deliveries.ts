import type { Ctx } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { decrypt } from "#app/platform/crypto.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { nudgeInbox } from "#app/queue/nudge.ts";
import { recordAudit } from "#app/store/audit.ts";
import { readWithin, thisList } from "#app/store/read-within.ts";
import {
  countFailedDeliveries,
  dismissFailedDelivery,
  findFailedDelivery,
  listFailedDeliveries,
  type FailedDeliveryRow,
  retryAllFailedDeliveries,
  retryFailedDelivery,
} from "#app/store/failed-deliveries.ts";

/** Name of a delivery within its shop. */
export type FailedDeliveryKey = { readonly topic: string; readonly webhookId: string };
/** The order in a body, as far as it can be read. */
export type NamedOrder = { readonly id: string; readonly name: string | null };
/** Finds the order in a stored body, or null. The contracts belong to the entry point that calls. */
export type FindOrder = (topic: string, body: string) => NamedOrder | null;

/** Topics that the law requires. Only processing ends them. */
const lawful: ReadonlySet<string> = new Set(["customers/data_request", "customers/redact", "shop/redact"]);

/** A failed delivery that waits for a person, or that one dismissed. */
export type FailedDelivery = FailedDeliveryKey & {
  readonly order: NamedOrder | null;
  readonly triggeredAt: Date | null;
  readonly receivedAt: Date;
  readonly attempts: number;
  /** The latest failure. */
  readonly failure: string;
  /** False once its body was dropped. A retry then only removes it from the list. */
  readonly readable: boolean;
  /** The person who dismissed it, and when. */
  readonly dismissed: { readonly by: string; readonly at: Date } | null;
};

/** Failed deliveries of a shop, newest first, and their total number. */
export async function readFailedDeliveries(
  shopId: ShopId,
  { page, limit, findOrder }: { page: number; limit: number; findOrder: FindOrder },
): Promise<{ deliveries: FailedDelivery[]; total: number } | Refusal> {
  return await readWithin(thisList, async (tx) => {
    const rows = await listFailedDeliveries(tx, shopId, limit, (page - 1) * limit);
    const total = await countFailedDeliveries(tx, shopId);
    return { deliveries: rows.map((row) => failedDeliveryView(shopId, row, findOrder)), total };
  });
}

/** One failed or dismissed delivery, or a refusal. */
export async function readFailedDelivery(
  shopId: ShopId,
  name: FailedDeliveryKey,
  findOrder: FindOrder,
): Promise<FailedDelivery | Refusal> {
  const row = await findFailedDelivery(db(), { shopId, ...name });
  return row ? failedDeliveryView(shopId, row, findOrder) : deliveryNotFound();
}

/** Retries one delivery from the beginning. */
export async function retryDelivery(
  { shop: { shopId }, actor, now }: Ctx,
  { topic, webhookId }: FailedDeliveryKey,
): Promise<Refusal | null> {
  const refused = await inTransaction(async (tx) => {
    const found = await retryFailedDelivery(tx, { shopId, topic, webhookId }, now);
    if (!found) return deliveryNotFound();
    const subject = { subjectKind: "shop", subjectId: shopId, action: "deliveries-retried" };
    await recordAudit(tx, shopId, { ...subject, actor, details: { count: 1, topic, webhookId }, now });
    return null;
  });
  nudgeInbox();
  return refused;
}

/**
 * Dismisses one delivery. It is not processed unless somebody retries it while its body still exists. The sweep
 * may still find its order.
 */
export async function dismissDelivery(
  { shop: { shopId }, actor, now }: Ctx,
  { topic, webhookId }: FailedDeliveryKey,
): Promise<Refusal | null> {
  if (lawful.has(topic)) {
    return refuse("not-possible", { code: "delivery_required" });
  }
  return await inTransaction(async (tx) => {
    const found = await dismissFailedDelivery(tx, { shopId, topic, webhookId }, actor.name, now);
    if (!found) return deliveryNotFound();
    const subject = { subjectKind: "shop", subjectId: shopId, action: "delivery-dismissed" };
    await recordAudit(tx, shopId, { ...subject, actor, details: { topic, webhookId }, now });
    return null;
  });
}

/** Retries all failed deliveries. Returns how many. */
export async function retryAllDeliveries({ shop: { shopId }, actor, now }: Ctx): Promise<number> {
  const count = await inTransaction(async (tx) => {
    const retried = await retryAllFailedDeliveries(tx, shopId, now);
    if (retried === 0) return 0;
    const subject = { subjectKind: "shop", subjectId: shopId, action: "deliveries-retried" };
    await recordAudit(tx, shopId, { ...subject, actor, details: { count: retried }, now });
    return retried;
  });
  nudgeInbox();
  return count;
}

function deliveryNotFound(): Refusal {
  return refuse("not-found", { code: "not_found", what: "delivery" });
}

function failedDeliveryView(shopId: ShopId, row: FailedDeliveryRow, findOrder: FindOrder): FailedDelivery {
  const { topic, webhookId, triggeredAt, receivedAt, attempts, sealedBody } = row;
  const body = sealedBody === null ? null : openBody(sealedBody, shopId);
  const order = body === null ? null : findOrder(topic, body);
  const readable = sealedBody !== null;
  const { dismissedBy: by, processedAt: at } = row;
  const dismissed = by === null || at === null ? null : { by, at };
  const failure = row.outcome ?? "";
  return { topic, webhookId, order, triggeredAt, receivedAt, attempts, failure, readable, dismissed };
}

/** Null if it was sealed under another APP_SECRET. The list must still show the delivery. */
function openBody(sealedBody: string, shopId: ShopId): string | null {
  try {
    return decrypt(sealedBody, shopId);
  } catch {
    return null;
  }
}
