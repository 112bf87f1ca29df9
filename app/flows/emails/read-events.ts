import type { EventName, EventPayloads } from "#app/domain/events.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { db } from "#app/platform/db.server.ts";
import { type EventPage, findEvent, listEvents, type OutboxEvent } from "#app/store/outbox.ts";
import { cutPage, readWithin, thisList } from "#app/store/read-within.ts";

/** An event in the form that integrations get. */
export type EventView = { readonly [Name in EventName]: EventOf<Name> }[EventName];

type EventOf<Name extends EventName> = {
  readonly id: string;
  readonly type: Name;
  readonly createdAt: Date;
  readonly affiliateId: string | null;
  readonly data: EventPayloads[Name];
};

/** One page of a shop's events, newest first, with the cursor of the next page. */
export async function readEvents(
  shopId: ShopId,
  { limit, ...asked }: EventPage,
): Promise<{ events: EventView[]; next: string | null } | Refusal> {
  const rows = await readWithin(thisList, (tx) => listEvents(tx, shopId, { ...asked, limit: limit + 1 }));
  if (isRefusal(rows)) return rows;
  const { shown, last } = cutPage(rows, limit);
  return { events: shown.map(eventView), next: last?.eventId ?? null };
}

export async function readEvent(shopId: ShopId, eventId: string): Promise<EventView | Refusal> {
  const event = await findEvent(db(), shopId, eventId);
  return event ? eventView(event) : refuse("not-found", { code: "not_found", what: "event" });
}

/** The name of an event decides the form of its data. */
function eventView({
  eventId: id,
  name: type,
  createdAt,
  affiliateId,
  payload: data,
}: OutboxEvent): EventView {
  return { id, type, createdAt, affiliateId, data } as EventView;
}
