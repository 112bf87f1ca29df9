import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, inject, vi } from "vitest";
import { giveCodes, onDatabase, type Seeded, seedShop } from "../../../bench/seed.ts";
import { deliverOrder } from "../../support/app-process.ts";
import { nextId, orderBody } from "../../support/order-bodies.ts";
import { onFreePorts, whileTaken } from "./ports.ts";

export type Server = {
  readonly origin: string;
  readonly port: number;
  /** Asks it to end and returns its exit code. */
  readonly end: () => Promise<number | null>;
};

/** Affiliates who have sold before and have figures of two days. New sales go to the first one. */
const affiliates = 3;
export const firstAffiliate = `aff_${"1".padStart(26, "0")}`;

/** A shop of its own for a test file in the product of the run, and more servers beside the running one. */
export function useServers(name: string) {
  let shop: Seeded | undefined;
  let code = "";
  let dataDir = "";
  const running = new Set<ChildProcess>();

  beforeAll(async () => {
    const { databaseUrl } = inject("place");
    dataDir = mkdtempSync(join(tmpdir(), "e2e-servers-"));
    const size = { affiliates, days: 0, orders: 0, allActive: true };
    shop = await seedShop(databaseUrl, `${name}.myshopify.com`, size);
    const { shopId } = shop;
    await giveCodes(databaseUrl, shopId);
    const codes = await onDatabase(databaseUrl, (client) =>
      client.query<{ code: string }>(
        "select code from affiliate_codes where shop_id = $1 and affiliate_id = $2",
        [shopId, firstAffiliate],
      ),
    );
    code = codes.rows[0]?.code ?? "";
  });

  afterAll(() => {
    for (const child of running) child.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });

  function seeded(): Seeded {
    if (!shop) throw new Error("The shop is not there yet.");
    return shop;
  }

  async function launch(
    jobs: "in-process" | "off",
    port: number,
    env: Record<string, string> = {},
  ): Promise<Server> {
    const origin = `http://127.0.0.1:${port}`;
    const child = spawnServer({
      ...inject("place").env,
      SHOPIFY_APP_URL: origin,
      PORT: String(port),
      HOST: "127.0.0.1",
      JOBS: jobs,
      DATA_DIR: join(dataDir, String(port)),
      LOG_LEVEL: "error",
      ...env,
    });
    running.add(child);
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    void ended.then(() => running.delete(child));
    await untilHealthy(child, origin);
    return {
      origin,
      port,
      end: () => {
        child.kill("SIGTERM");
        return ended;
      },
    };
  }

  return {
    shop: seeded,

    /** Runs `npm start` on the product's database; resolves once it answers. */
    start: (jobs: "in-process" | "off", env: Record<string, string> = {}) =>
      onFreePorts(({ port }) => launch(jobs, port, env)),

    /** Runs it again where one has ended. */
    restart: (jobs: "in-process" | "off", port: number) => whileTaken(() => launch(jobs, port)),

    /** The platform reports an order with the affiliate's code to a server. Returns the order's name. */
    async sell(origin: string): Promise<string> {
      const id = nextId();
      const order = orderBody({ id, codes: [code], createdAt: new Date().toISOString() });
      const secret = inject("place").env["SHOPIFY_API_SECRET"] ?? "";
      expect(await deliverOrder(origin, { domain: seeded().domain, order, secret })).toBe(200);
      return `#${id}`;
    },
  };
}

/** Runs `npm start` with this environment beside the test's own, of the build in this folder. */
export function spawnServer(own: Record<string, string>, cwd = "."): ChildProcess {
  const file = fileURLToPath(new URL("../../../scripts/start.ts", import.meta.url));
  return spawn(process.execPath, [file, "--without-env-file"], {
    cwd,
    env: { ...process.env, ...own },
    stdio: ["ignore", "ignore", "pipe"],
  });
}

/** Fails with what the process said if it ends instead. */
export async function untilHealthy(child: ChildProcess, origin: string): Promise<void> {
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  const ended = new Promise((resolve) => child.once("close", resolve));
  const hasEnded = () => child.exitCode !== null;
  const isOver = async () => hasEnded() || (await answers(`${origin}/health`));
  await vi.waitUntil(isOver, { timeout: 60_000 });
  if (!hasEnded()) return;
  await ended;
  throw new Error(`The server ended: ${said}`);
}

const answers = async (url: string): Promise<boolean> =>
  await fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );
