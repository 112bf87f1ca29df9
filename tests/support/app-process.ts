import { type ChildProcess, spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { namingShop } from "./order-bodies.ts";

const apiSecret = "secret-of-app-processes";

/** A process of the product that a test started. */
export type AppProcess = {
  readonly origin: string;
  readonly child: ChildProcess;
  /** Its log so far. */
  readonly output: () => string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  readonly kill: () => Promise<void>;
  /** Sends SIGTERM and resolves with the exit code. */
  readonly end: () => Promise<number | null>;
};

type Options = { readonly port: number; readonly env: Readonly<Record<string, string>> };

/** Starts `npm start`, the worker or ingest; returns before it is ready. */
export function spawnApp(
  file: "scripts/start.ts" | "worker.ts" | "ingest.ts",
  { port, env }: Options,
): AppProcess {
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  const child = spawn(process.execPath, [path, "--without-env-file"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      APP_SECRET: "a-secret-for-app-processes-of-32-characters",
      SHOPIFY_API_KEY: "key",
      SHOPIFY_API_SECRET: apiSecret,
      SHOPIFY_APP_URL: `http://127.0.0.1:${port}`,
      LOG_LEVEL: "info",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  }
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return {
    origin: `http://127.0.0.1:${port}`,
    child,
    output: () => output,
    ended,
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

/** Has the platform tell the web process of an order; resolves with the status of the answer. */
export async function deliverOrder(
  origin: string,
  {
    domain,
    order,
    secret = apiSecret,
  }: { readonly domain: string; readonly order: object; readonly secret?: string },
): Promise<number> {
  const body = Buffer.from(JSON.stringify(namingShop(domain, "orders/create", order)));
  const answer = await fetch(`${origin}/webhooks`, {
    method: "POST",
    body,
    headers: {
      "Content-Type": "application/json",
      "X-Shopify-Topic": "orders/create",
      "X-Shopify-Shop-Domain": domain,
      "X-Shopify-API-Version": "2026-10",
      "X-Shopify-Webhook-Id": randomUUID(),
      "X-Shopify-Triggered-At": new Date().toISOString(),
      "X-Shopify-Hmac-Sha256": createHmac("sha256", secret).update(body).digest("base64"),
    },
  });
  return answer.status;
}
