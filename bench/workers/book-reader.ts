import type { ShopId } from "#app/domain/ids.ts";
import { readAffiliate } from "#app/flows/affiliates/read-affiliates.ts";
import { readExplanation } from "#app/flows/orders/read-orders.ts";
import { affiliates, orderIdOf } from "../books.ts";

/** Asks for so many explanations, or affiliates with their balances. The answer is milliseconds for one. */
export type BookReading = {
  readonly kind: "explanation" | "balances";
  readonly shopId: string;
  readonly domain: string;
  /** How many orders there are; those that are read lie evenly among them. */
  readonly orders: number;
  readonly times: number;
};

async function readOne({ kind, shopId, domain, orders, times }: BookReading, time: number): Promise<object> {
  if (kind === "explanation") {
    const orderId = orderIdOf(1 + Math.floor((time * orders) / times));
    return await readExplanation(shopId as ShopId, orderId);
  }
  const affiliateId = `aff_${String(1 + (time % affiliates)).padStart(26, "0")}`;
  return await readAffiliate({ shopId: shopId as ShopId, domain, currency: "USD" }, affiliateId);
}

async function read(reading: BookReading): Promise<number> {
  const begun = performance.now();
  for (let time = 0; time < reading.times; time += 1) {
    // One after the other: what one costs is asked.
    // oxlint-disable-next-line no-await-in-loop
    const found = await readOne(reading, time);
    if ("refused" in found) throw new Error("What was seeded is not there.");
  }
  return (performance.now() - begun) / reading.times;
}

process.on("message", (message) => {
  void read(message as BookReading).then((ms) => process.send?.(ms));
});
process.once("disconnect", () => process.exit(0));
