import { createHmac, randomUUID } from "node:crypto";
import type { Bench, Figure } from "../figure.ts";
import { load, type Shot } from "../load.ts";
import { orderBody } from "../order-body.ts";
import { webhookSecret } from "../processes.ts";
import { alternate } from "../rounds.ts";
import { onDatabase } from "../seed.ts";

const shops = 20;

const bodies: readonly string[] = Array.from({ length: 50 }, (_, number) =>
  JSON.stringify(orderBody(number)),
);

/** Each delivery has a body of its own, as on the platform: one body is accepted for one shop only. */
export function delivery(path: string, number: number): Shot {
  const body = Buffer.from(`{"delivery":${number},${bodies[number % bodies.length]?.slice(1)}`);
  const hmac = createHmac("sha256", webhookSecret).update(body).digest("base64");
  return {
    path,
    method: "POST",
    body,
    headers: {
      "Content-Type": "application/json",
      "X-Shopify-Topic": "orders/create",
      "X-Shopify-Shop-Domain": `bench-${number % shops}.myshopify.com`,
      "X-Shopify-API-Version": "2026-10",
      "X-Shopify-Webhook-Id": randomUUID(),
      "X-Shopify-Triggered-At": "2026-11-20T10:00:00.000000000Z",
      "X-Shopify-Hmac-Sha256": hmac,
    },
    status: 200,
  };
}

/** The shops that send them: a delivery of one that nobody knows is kept nowhere. */
export async function seedSenders(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, (client) =>
    client.query(
      `insert into shops (shop_id, domain, created_at)
        select 'shp_bench' || number, 'bench-' || number || '.myshopify.com', now()
        from generate_series(0, $1 - 1) as number`,
      [shops],
    ),
  );
}

export async function countDeliveries(databaseUrl: string): Promise<number> {
  return await onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: string }>("select count(*) from deliveries");
    return Number(rows[0]?.count);
  });
}

async function measure(bench: Bench) {
  const databaseUrl = await bench.newDatabase();
  await seedSenders(databaseUrl);
  const origin = await bench.startApp(databaseUrl);
  let accepted = 0;
  let number = 0;
  async function run(path: string): Promise<number> {
    const answered = await load({
      origin,
      next: () => delivery(path, (number += 1)),
      concurrency: 64,
      seconds: bench.quick ? 2 : 6,
      mostRequests: 100_000,
    });
    if (path === "/webhooks") accepted += answered.requests;
    return answered.perSecond;
  }
  const sides = { value: () => run("/webhooks"), baseline: () => run("/bench/webhooks") };
  await alternate(1, sides);
  const measured = await alternate(bench.quick ? 3 : 5, sides);
  const kept = await countDeliveries(databaseUrl);
  if (kept !== accepted) throw new Error(`${accepted} deliveries were accepted and ${kept} were kept.`);
  return measured;
}

export const webhookRemix: Figure = {
  id: "webhook.remix",
  title: "POST /webhooks kept durably, against the same that only checks the signature",
  unit: "requests/s",
  aim: { least: 0.5 },
  measure,
};
