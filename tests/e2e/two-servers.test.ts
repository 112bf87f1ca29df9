import { expect, inject, test } from "vitest";
import { startLive, versionIn } from "../../app/ui/shared/use-live.ts";
import { useServers } from "./support/servers.ts";

const servers = useServers("two-servers");

const asMerchant = () => ({ Cookie: servers.shop().cookie });

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
      const answer = await fetch(`${origin}/api/v1/version`, { headers: asMerchant(), signal });
      return versionIn(await answer.json());
    },
    // While the server is away nothing loads; the page is told again when it is back.
    onChange: () => void load().catch(() => undefined),
    isHidden: () => false,
    version: null,
  });
  return { page, stop: () => live.stop() };
}

test("a sale that one server takes shows on a page of another, which comes back after its server went", async () => {
  const first = await servers.start("off");
  const second = inject("place").appUrl;
  const { page, stop } = openPage(first.origin);
  await expect.poll(() => page.streams).toBe(1);

  await servers.sell(second);
  await expect.poll(() => page.orders).toBe(1);

  // Told to end, the server ends its streams instead of waiting for them.
  expect(await first.end()).toBe(0);
  await expect.poll(() => page.ended).toBe(1);
  await servers.sell(second);
  const again = await servers.restart("off", first.port);
  await expect.poll(() => page.orders, { timeout: 60_000 }).toBe(2);
  // It asked until it may listen again.
  await expect.poll(() => page.streams, { timeout: 90_000 }).toBeGreaterThan(1);

  await servers.sell(second);
  await expect.poll(() => page.orders).toBe(3);
  stop();
  expect(await again.end()).toBe(0);
});

test("a server that is told to end while its jobs start ends by itself", async () => {
  const server = await servers.start("in-process");
  expect(await server.end()).toBe(0);
});
