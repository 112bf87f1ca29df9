import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect } from "vitest";
import { freePort } from "../../../bench/postgres.ts";
import { giveCodes, onDatabase, type Seeded, seedShop } from "../../../bench/seed.ts";
import { ingestDatabase } from "../../support/ingest-database.ts";
import { nextId, orderBody } from "../../support/order-bodies.ts";

const secret = "secret-of-several-servers";

export type Server = {
  readonly origin: string;
  /** Tells it to end; answers its exit code. */
  readonly end: () => Promise<number | null>;
};

/** Who has sold before, with figures of two days; the first brings what is sold. */
const affiliates = 3;
export const firstAffiliate = `aff_${"1".padStart(26, "0")}`;

/** A database with one shop that has affiliates with codes, and as many servers on it as a test starts. */
export function useServers(name: string) {
  let database: Awaited<ReturnType<typeof ingestDatabase>> | undefined;
  let shop: Seeded | undefined;
  let code = "";
  const running = new Set<ChildProcess>();

  beforeAll(async () => {
    database = await ingestDatabase();
    const size = { affiliates, days: 0, orders: 0, allActive: true };
    shop = await seedShop(database.url, `${name}.myshopify.com`, size);
    await giveCodes(database.url, shop.shopId);
    const codes = await onDatabase(database.url, (client) =>
      client.query<{ code: string }>("select code from affiliate_codes where affiliate_id = $1", [
        firstAffiliate,
      ]),
    );
    code = codes.rows[0]?.code ?? "";
  });

  afterAll(async () => {
    for (const child of running) child.kill("SIGKILL");
    await database?.cleanup.run();
  });

  function there() {
    if (!database || !shop) throw new Error("The database is not there yet.");
    return { database, shop };
  }

  return {
    databaseUrl: () => there().database.url,
    shop: () => there().shop,

    /** `npm start` as a server runs it; resolves once it answers. */
    async start(jobs: "in-process" | "off", given?: number): Promise<Server & { readonly port: number }> {
      const port = given ?? (await freePort());
      const { url, dataDir } = there().database;
      const child = spawnServer(port, { JOBS: jobs, DATABASE_URL: url, DATA_DIR: `${dataDir}/${port}` });
      running.add(child);
      const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
      const origin = `http://127.0.0.1:${port}`;
      await expect.poll(() => isHealthy(origin), { timeout: 60_000 }).toBe(true);
      return {
        port,
        origin,
        end: async () => {
          child.kill("SIGTERM");
          const exitCode = await ended;
          running.delete(child);
          return exitCode;
        },
      };
    },

    /** The platform tells a server of an order that the affiliate's code brought; answers its name. */
    async sell(origin: string): Promise<string> {
      const id = nextId();
      await deliver(origin, there().shop.domain, orderBody({ id, codes: [code], createdAt: now() }));
      return `#${id}`;
    },
  };
}

const now = (): string => new Date().toISOString();

function spawnServer(port: number, own: Record<string, string>): ChildProcess {
  const file = fileURLToPath(new URL("../../../scripts/start.ts", import.meta.url));
  return spawn(process.execPath, [file, "--without-env-file"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      APP_SECRET: "a-secret-for-several-servers-of-32-characters",
      SHOPIFY_API_KEY: "key",
      SHOPIFY_API_SECRET: secret,
      SHOPIFY_APP_URL: `http://127.0.0.1:${port}`,
      LOG_LEVEL: "error",
      ...own,
    },
    stdio: "ignore",
  });
}

const isHealthy = async (origin: string): Promise<boolean> =>
  await fetch(`${origin}/health`).then(
    (answer) => answer.ok,
    () => false,
  );

async function deliver(origin: string, domain: string, order: object): Promise<void> {
  const body = Buffer.from(JSON.stringify(order));
  const answer = await fetch(`${origin}/webhooks`, {
    method: "POST",
    body,
    headers: {
      "Content-Type": "application/json",
      "X-Shopify-Topic": "orders/create",
      "X-Shopify-Shop-Domain": domain,
      "X-Shopify-API-Version": "2026-10",
      "X-Shopify-Webhook-Id": crypto.randomUUID(),
      "X-Shopify-Triggered-At": now(),
      "X-Shopify-Hmac-Sha256": createHmac("sha256", secret).update(body).digest("base64"),
    },
  });
  expect(answer.status).toBe(200);
}
