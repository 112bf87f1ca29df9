/**
 * `npx node scripts/feed-samples.ts DIR`: sends every order and refund in the JSON files of a folder through the
 * webhook endpoint of an app of its own, and says of each whether it was accepted and what became of its order:
 * the commission, or why there is none. Each is fed twice: to one shop as it is, and to another with a landing page
 * that carries an affiliate's code, so that every order has somebody who could earn.
 */
import { createHmac, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { readSamples, type Sample } from "./feed/read-samples.ts";
import { seedSeller, sellerCode } from "./feed/seed-seller.ts";
import { freePort } from "./launch/ports.ts";
import { startStack, type Stack } from "./launch/stack.ts";

type Fed = {
  readonly sample: Sample;
  readonly shop: string;
  readonly webhookId: string;
  readonly status: number;
};

const plainShop = "demo-store.myshopify.com";
const creditedShop = "second-store.myshopify.com";

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function feed(stack: Stack, sample: Sample, shop: string): Promise<Fed> {
  const isCredited = shop === creditedShop && sample.topic === "orders/create";
  const landing = isCredited ? { landing_site: `/?ref=${sellerCode}` } : {};
  // An order names its shop by its status page, and no body is accepted for two shops.
  const naming = { order_status_url: `https://${shop}/1/orders/fed`, fed_to: shop };
  const rawBody = JSON.stringify({ ...sample.body, ...landing, ...naming });
  const secret = stack.env["SHOPIFY_API_SECRET"] ?? "";
  const webhookId = randomUUID();
  const answer = await fetch(`${stack.appUrl}/webhooks`, {
    method: "POST",
    body: rawBody,
    headers: {
      "Content-Type": "application/json",
      "X-Shopify-Topic": sample.topic,
      "X-Shopify-Shop-Domain": shop,
      "X-Shopify-API-Version": "2026-10",
      "X-Shopify-Webhook-Id": webhookId,
      "X-Shopify-Hmac-Sha256": createHmac("sha256", secret).update(rawBody).digest("base64"),
    },
  });
  await answer.arrayBuffer();
  return { sample, shop, webhookId, status: answer.status };
}

async function waitForInbox(client: pg.Client): Promise<void> {
  const until = performance.now() + 60_000;
  /* oxlint-disable no-await-in-loop */
  for (;;) {
    const { rows } = await client.query<{ count: string }>(
      "select count(*) from deliveries where status = 'waiting' and attempts = 0",
    );
    if (rows[0]?.count === "0") return;
    if (performance.now() > until) throw new Error(`${rows[0]?.count} deliveries still wait after a minute.`);
    await pause(200);
  }
  /* oxlint-enable no-await-in-loop */
}

type Became = { status: string; outcome: string | null; reason: string | null; commission: string | null };

async function whatBecame(client: pg.Client, { sample, shop, webhookId }: Fed): Promise<Became | undefined> {
  const { rows } = await client.query<Became>(
    `select d.status, d.outcome, o.reason, (
        select sum(case t.code when 'earned' then t.amount_minor else -t.amount_minor end)::text
          from commissions c join ledger_entries t on t.shop_id = c.shop_id and t.subject = c.commission_id
          where c.shop_id = s.shop_id and c.order_id = o.order_id) as commission
      from shops s join deliveries d on d.shop_id = s.shop_id and d.webhook_id = $2
      left join orders o on o.shop_id = s.shop_id and o.order_id = $3 where s.domain = $1`,
    [shop, webhookId, sample.orderId],
  );
  return rows[0];
}

function isGood(status: number, became: Became | undefined): boolean {
  if (status !== 200 || became === undefined || became.status === "failed") return false;
  // The platform has to be asked about refunds and orders told in part, and this shop has given no token.
  return became.status === "waiting" || became.commission !== null || became.reason !== null;
}

async function tell(client: pg.Client, fed: readonly Fed[]): Promise<number> {
  let bad = 0;
  /* oxlint-disable no-await-in-loop */
  for (const one of fed) {
    const became = await whatBecame(client, one);
    const good = isGood(one.status, became);
    if (!good) bad += 1;
    const commission = became?.commission ? `commission ${became.commission} minor units, ` : "";
    const what = `${commission}${became?.reason ?? "no order"} (${became?.status}: ${became?.outcome ?? ""})`;
    say(
      `${good ? "ok " : "BAD"} ${one.sample.file} ${one.sample.topic} ${one.shop} → ${one.status}, ${what}`,
    );
  }
  /* oxlint-enable no-await-in-loop */
  return bad;
}

async function feedAll(stack: Stack, samples: readonly Sample[]): Promise<number> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const fed: Fed[] = [];
    /* oxlint-disable no-await-in-loop */
    for (const shop of [plainShop, creditedShop]) {
      await seedSeller(client, shop);
      for (const sample of samples) fed.push(await feed(stack, sample, shop));
    }
    /* oxlint-enable no-await-in-loop */
    await waitForInbox(client);
    const bad = await tell(client, fed);
    say(`${fed.length} deliveries of ${samples.length} samples, ${bad} without a commission or a reason.`);
    return bad;
  } finally {
    await client.end();
  }
}

const folder = process.argv[2];
if (!folder) {
  process.stderr.write("Which folder? npx node scripts/feed-samples.ts DIR\n");
  process.exit(2);
}
const dataDir = mkdtempSync(join(tmpdir(), "feed-"));
const samples = readSamples(folder);
const stack = await startStack({
  dataDir,
  port: await freePort(),
  localPort: await freePort(),
  app: "built",
  say,
});
try {
  process.exitCode = (await feedAll(stack, samples)) > 0 ? 1 : 0;
} finally {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
