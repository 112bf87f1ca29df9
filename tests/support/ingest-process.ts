import { createHmac } from "node:crypto";
import { spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";

/** Secret that signs the tests' deliveries. */
export const ingestSecret = "ingest-test-secret";

export type Ingest = {
  readonly origin: string;
  /** Ends it as a power cut would, and waits until it is gone. */
  readonly kill: () => Promise<void>;
  /** Asks it to end, and answers its exit code. */
  readonly end: () => Promise<number | null>;
};

type Given = {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly appSecret: string;
  readonly apiSecret?: string;
  readonly metricsToken?: string;
};

/** Starts `npm run ingest` as a process of its own, on a free port; resolves once it listens. */
export async function startIngest(given: Given): Promise<Ingest> {
  const { databaseUrl, dataDir, appSecret, apiSecret = ingestSecret, metricsToken = "" } = given;
  const child = spawn(process.execPath, [fileURLToPath(new URL("../../ingest.ts", import.meta.url))], {
    cwd: dataDir,
    env: {
      NODE_ENV: "production",
      PORT: "0",
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      APP_SECRET: appSecret,
      SHOPIFY_API_KEY: "key",
      SHOPIFY_API_SECRET: apiSecret,
      METRICS_TOKEN: metricsToken,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const ready = /"Ingest is ready","port":(\d+)/.exec(said);
      if (ready?.[1]) resolve(ready[1]);
    });
    void ended.then(() => reject(new Error(`Ingest ended. It said:\n${said}`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
    end: async () => {
      child.kill("SIGTERM");
      return await ended;
    },
  };
}

export type Told = { readonly status: number; readonly location: string };

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** One request; rejects where the answer does not come whole. */
export function ask(
  origin: string,
  path: string,
  given: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Told> {
  return new Promise((resolve, reject) => {
    const { method = "GET", headers = {}, body } = given;
    const sent = request(`${origin}${path}`, { agent, method, headers }, (answer) => {
      answer.resume();
      answer.once("error", reject);
      answer.once("end", () => {
        const { location = "" } = answer.headers;
        resolve({ status: answer.statusCode ?? 0, location });
      });
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** A visitor of their own follows a link. */
export function followLink(origin: string, path: string, visitor: number): Promise<Told> {
  const address = `10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`;
  return ask(origin, path, { headers: { "User-Agent": browser, "X-Forwarded-For": address } });
}

/** A delivery of an order, signed as the platform does. */
export function sendDelivery(origin: string, shopDomain: string, webhookId: string): Promise<Told> {
  const body = Buffer.from(JSON.stringify({ id: 1, name: "#1" }));
  return ask(origin, "/webhooks", {
    method: "POST",
    body,
    headers: {
      "Content-Type": "application/json",
      "X-Shopify-Topic": "orders/create",
      "X-Shopify-Shop-Domain": shopDomain,
      "X-Shopify-API-Version": "2026-10",
      "X-Shopify-Webhook-Id": webhookId,
      "X-Shopify-Hmac-Sha256": createHmac("sha256", ingestSecret).update(body).digest("base64"),
    },
  });
}

/** How many clicks this machine still has on its disk, as the process tells. */
export async function waitingAt(origin: string): Promise<number> {
  const health = (await (await fetch(`${origin}/health`)).json()) as { clicks: { waiting: number } };
  return health.clicks.waiting;
}

/** The id of the click in an answered address; null where it carries none. */
export function clickIdIn(location: string): string | null {
  return /[?&]aff_click=(clk_\w{26})\./.exec(location)?.[1] ?? null;
}
