import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startLive } from "../../app/ui/shared/live.ts";
import { versionIn } from "../../app/ui/shared/live-stream.ts";
import { freePort } from "../../bench/postgres.ts";
import { giveCodes, onDatabase, type Seeded, seedShop } from "../../bench/seed.ts";
import { ingestDatabase } from "../support/ingest-database.ts";
import { orderBody } from "../support/order-bodies.ts";

const secret = "secret-of-two-servers";

type Server = {
  readonly origin: string;
  /** Tells it to end; answers its exit code. */
  readonly end: () => Promise<number | null>;
};

let database: Awaited<ReturnType<typeof ingestDatabase>>;
let shop: Seeded;
let code: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  database = await ingestDatabase();
  const size = { affiliates: 1, days: 0, orders: 0, allActive: true };
  shop = await seedShop(database.url, "two-servers.myshopify.com", size);
  await giveCodes(database.url, shop.shopId);
  const codes = await onDatabase(database.url, (client) =>
    client.query<{ code: string }>("select code from affiliate_codes"),
  );
  code = codes.rows[0]?.code ?? "";
});

afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await database.cleanup.run();
});

/** `npm start` as a server runs it; resolves once it answers. */
async function startServer(port: number, jobs: "in-process" | "off"): Promise<Server> {
  const file = fileURLToPath(new URL("../../scripts/start.ts", import.meta.url));
  const child = spawn(process.execPath, [file, "--without-env-file"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATABASE_URL: database.url,
      DATA_DIR: `${database.dataDir}/${port}`,
      APP_SECRET: "a-secret-for-two-servers-of-32-characters",
      SHOPIFY_API_KEY: "key",
      SHOPIFY_API_SECRET: secret,
      SHOPIFY_APP_URL: `http://127.0.0.1:${port}`,
      LOG_LEVEL: "error",
      JOBS: jobs,
    },
    stdio: "ignore",
  });
  running.add(child);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const origin = `http://127.0.0.1:${port}`;
  await expect.poll(() => isHealthy(origin), { timeout: 60_000 }).toBe(true);
  return {
    origin,
    end: async () => {
      child.kill("SIGTERM");
      const exitCode = await ended;
      running.delete(child);
      return exitCode;
    },
  };
}

const isHealthy = async (origin: string): Promise<boolean> =>
  await fetch(`${origin}/health`).then(
    (answer) => answer.ok,
    () => false,
  );

const asMerchant = () => ({ Cookie: shop.cookie });

/** A page that was loaded from a server, as the browser's own script keeps it live: what it loaded last is what it shows. */
function openPage(origin: string) {
  const page = { orders: 0, loads: 0, streams: 0, ended: 0 };
  async function load(): Promise<void> {
    page.loads += 1;
    const answer = await fetch(`${origin}/api/v1/dashboard/stats`, { headers: asMerchant() });
    const stats = (await answer.json()) as { orders: number };
    page.orders = stats.orders;
  }
  const live = startLive({
    open: async (signal) => {
      const answer = await fetch(`${origin}/api/v1/live`, { headers: asMerchant(), signal });
      if (!answer.ok || !answer.body) throw new Error(`The stream answered ${answer.status}.`);
      page.streams += 1;
      const over = new TransformStream<string, string>({ flush: () => void (page.ended += 1) });
      return answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(over);
    },
    ask: async (signal) => {
      const answer = await fetch(`${origin}/api/v1/pulse`, { headers: asMerchant(), signal });
      return versionIn(await answer.json());
    },
    // While the server is away nothing loads; the page is told again when it is back.
    onChange: () => void load().catch(() => undefined),
    isHidden: () => false,
    version: null,
  });
  return { page, stop: () => live.stop() };
}

/** The platform tells a server of an order that the affiliate's code brought. */
async function sell(origin: string): Promise<void> {
  const at = new Date().toISOString();
  const body = Buffer.from(JSON.stringify(orderBody({ codes: [code], createdAt: at })));
  const answer = await fetch(`${origin}/webhooks`, {
    method: "POST",
    body,
    headers: {
      "Content-Type": "application/json",
      "X-Shopify-Topic": "orders/create",
      "X-Shopify-Shop-Domain": shop.domain,
      "X-Shopify-API-Version": "2026-10",
      "X-Shopify-Webhook-Id": crypto.randomUUID(),
      "X-Shopify-Triggered-At": at,
      "X-Shopify-Hmac-Sha256": createHmac("sha256", secret).update(body).digest("base64"),
    },
  });
  expect(answer.status).toBe(200);
}

test("a sale that one server takes shows on a page of another, which comes back after its server went", async () => {
  const ports = [await freePort(), await freePort()] as const;
  const first = await startServer(ports[0], "off");
  const second = await startServer(ports[1], "in-process");
  const { page, stop } = openPage(first.origin);
  await expect.poll(() => page.streams).toBe(1);

  await sell(second.origin);
  await expect.poll(() => page.orders).toBe(1);

  // Told to end, the server ends its streams instead of waiting for them.
  expect(await first.end()).toBe(0);
  await expect.poll(() => page.ended).toBe(1);
  await sell(second.origin);
  const again = await startServer(ports[0], "off");
  await expect.poll(() => page.orders, { timeout: 60_000 }).toBe(2);
  // It asked until it may listen again.
  await expect.poll(() => page.streams, { timeout: 90_000 }).toBeGreaterThan(1);

  await sell(second.origin);
  await expect.poll(() => page.orders).toBe(3);
  stop();
  expect([await again.end(), await second.end()]).toEqual([0, 0]);
});

test("a server that is told to end while its jobs start ends by itself", async () => {
  const server = await startServer(await freePort(), "in-process");
  expect(await server.end()).toBe(0);
});
