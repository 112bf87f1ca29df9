import { setImmediate as nextTurn } from "node:timers/promises";
import type { ShopId } from "#app/domain/ids.ts";
import type { OrderNews } from "#app/domain/order-news.ts";
import { decrypt } from "#app/platform/crypto.server.ts";
import { type Delivery, deliveryName } from "#app/store/inbox.ts";

/** Reads a stored body; throws when it is not what the topic promises. Contracts live with the job that calls. */
export type ReadDelivery = (delivery: { shopId: ShopId; topic: string; body: string }) => OrderNews;

/** What deliveries tell, by their names. */
export type OpenedDeliveries = ReadonlyMap<string, OrderNews>;

/** Deliveries that are opened and read while the database is busy with those before them. */
export type ReadAhead = {
  /** Begins to read the next ones; what was read before is forgotten. */
  readonly begin: (deliveries: readonly Delivery[], read: ReadDelivery) => void;
  /** Ends the reading, and answers what was read since it began. */
  readonly end: () => OpenedDeliveries;
};

/** So few at once that the next statement to the database never waits long. */
const portion = 5;

export function makeReadAhead(): ReadAhead {
  let opened = new Map<string, OrderNews>();
  async function readInto(into: Map<string, OrderNews>, deliveries: readonly Delivery[], read: ReadDelivery) {
    for (const [index, delivery] of deliveries.entries()) {
      if (index % portion === 0) await nextTurn();
      if (into !== opened) return;
      const news = findNews(delivery, read);
      if (news) into.set(deliveryName(delivery), news);
    }
  }
  return {
    begin: (deliveries, read) => {
      opened = new Map();
      void readInto(opened, deliveries, read);
    },
    end: () => {
      const read = opened;
      opened = new Map();
      return read;
    },
  };
}

/** @throws what `read` throws, or an error where the body was not sealed by this app for this shop. */
export function openDelivery({ shopId, topic }: Delivery, sealed: string, read: ReadDelivery): OrderNews {
  return read({ shopId, topic, body: decrypt(sealed, shopId) });
}

/** What cannot be read is read again when its turn comes, and told then. */
function findNews(delivery: Delivery, read: ReadDelivery): OrderNews | null {
  try {
    return delivery.sealedBody === null ? null : openDelivery(delivery, delivery.sealedBody, read);
  } catch {
    return null;
  }
}
