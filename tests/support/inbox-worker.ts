import { orderTopics, readOrderDelivery } from "../../app/contracts/read-delivery.ts";
import type { ShopId } from "../../app/domain/ids.ts";
import { processDeliveries } from "../../app/flows/intake/process-deliveries.ts";
import { releaseOfShop } from "../../app/flows/commissions/release-commissions.ts";
import { customerHash } from "../../app/platform/crypto.server.ts";
import { closeDatabase } from "../../app/platform/db.server.ts";

/**
 * Works on the inbox as a process of its own until nothing waits, with so many passes at once, each of a few
 * deliveries; between them it releases what is due in a shop at an instant, where they are given.
 */
const [loops = "1", atOnce = "3", releasedShop, releaseAt] = process.argv.slice(2);
const now = new Date("2026-03-10T00:00:00Z");

const read = ({ shopId, topic, body }: { shopId: string; topic: string; body: string }) =>
  readOrderDelivery(topic, body, { hashEmail: (email) => customerHash(shopId, email) });

async function work(): Promise<void> {
  let idle = 0;
  while (idle < 5) {
    const { taken } = await processDeliveries({ topics: orderTopics, read, limit: Number(atOnce), now });
    if (releasedShop && releaseAt) await releaseOfShop(releasedShop as ShopId, new Date(releaseAt));
    idle = taken === 0 ? idle + 1 : 0;
  }
}

await Promise.all(Array.from({ length: Number(loops) }, work));
await closeDatabase();
