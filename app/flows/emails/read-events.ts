import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { db } from "#app/platform/db.server.ts";
import { type EventPage, findEvent, listEvents, type OutboxEvent } from "#app/store/outbox.ts";
import { readWithin, thisList } from "#app/store/read-within.ts";

/** One page of a shop's events, newest first, and where the next one begins. */
export async function readEvents(
  shopId: ShopId,
  { limit, ...asked }: EventPage,
): Promise<{ events: OutboxEvent[]; next: string | null } | Refusal> {
  const rows = await readWithin(thisList, (tx) => listEvents(tx, shopId, { ...asked, limit: limit + 1 }));
  if (isRefusal(rows)) return rows;
  const events = rows.slice(0, limit);
  return { events, next: rows.length > limit ? (events.at(-1)?.eventId ?? null) : null };
}

export async function readEvent(shopId: ShopId, eventId: string): Promise<OutboxEvent | Refusal> {
  return (await findEvent(db(), shopId, eventId)) ?? refuse("not-found", "There is no such event");
}
