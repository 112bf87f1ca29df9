import { orderWebhook, readOrder } from "#app/contracts/order-webhook.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { customerHash } from "#app/platform/crypto.server.ts";

type Body = Readonly<Record<string, unknown>>;
type ToldOrder = { body: Body | null; readonly refunds: Map<unknown, Body>; deleted: boolean };

/** Orders as the platform of tests without one would have them: what their deliveries told, by shop and order. */
const orders = new Map<string, ToldOrder>();

function toldOrder(domain: string, orderId: unknown): ToldOrder {
  const key = `${domain} ${String(orderId)}`;
  const known = orders.get(key) ?? { body: null, refunds: new Map(), deleted: false };
  orders.set(key, known);
  return known;
}

const updatedAt = (body: Body | null): number =>
  typeof body?.["updated_at"] === "string" ? Date.parse(body["updated_at"]) : 0;

const isBody = (value: unknown): value is Body => typeof value === "object" && value !== null;

/** Remembers what a delivery tells about an order. */
export function rememberOrder(domain: string, topic: string, body: unknown): void {
  if (!isBody(body)) return;
  if (topic === "refunds/create") toldOrder(domain, body["order_id"]).refunds.set(body["id"], body);
  else if (topic === "orders/delete") toldOrder(domain, body["id"]).deleted = true;
  else if (/^orders\/(?:create|paid|updated|cancelled)$/.test(topic)) {
    const known = toldOrder(domain, body["id"]);
    if (known.body === null || updatedAt(body) >= updatedAt(known.body)) known.body = body;
    const refunds = Array.isArray(body["refunds"]) ? body["refunds"].filter(isBody) : [];
    for (const one of refunds) known.refunds.set(one["id"], one);
  }
}

/** The platform's answer about an order: its facts, or that it is deleted. Null before the order itself was told of. */
export function askTold(
  domain: string,
  { shopId, orderId }: { readonly shopId: ShopId; readonly orderId: string },
): OrderFacts | "deleted" | null {
  const { body, refunds, deleted } = toldOrder(domain, orderId);
  if (body === null) return null;
  if (deleted) return "deleted";
  const order = orderWebhook.parse({ ...body, refunds: [...refunds.values()] });
  return readOrder(order, { hashEmail: (email) => customerHash(shopId, email) });
}
