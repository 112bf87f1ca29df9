import { createServer as createHttpServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer, type ViteDevServer } from "vite";
import { afterEach, expect, test } from "vitest";
import { serverOptions } from "../../vite.config.ts";

let server: ViteDevServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(env: Record<string, string>): Promise<number> {
  server = await createServer({
    configFile: false,
    logLevel: "silent",
    appType: "custom",
    optimizeDeps: { noDiscovery: true },
    server: { ...serverOptions(env), host: "127.0.0.1" },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (address === null || typeof address !== "object") throw new Error("The server has no port.");
  return address.port;
}

function statusFor(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path: "/", headers: { host }, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).once("error", reject);
  });
}

test.each([
  "https://affiliates-dev.example.org",
  "https://fuzzy-guacamole-3000.app.github.dev",
  "https://some-words.trycloudflare.com:8443",
])("a tunnel at %s reaches the development server, and other hosts do not", async (appUrl) => {
  const port = await start({ PORT: "0", SHOPIFY_APP_URL: appUrl });
  expect(await statusFor(port, new URL(appUrl).hostname)).toBe(404);
  expect(await statusFor(port, "localhost")).toBe(404);
  expect(await statusFor(port, "other.example.org")).toBe(403);
});

test("a taken port ends the development server instead of moving it away from its tunnel", async () => {
  const other = createHttpServer();
  await new Promise<void>((resolve) => {
    other.listen(0, "127.0.0.1", () => resolve());
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has an address with a port
  const { port } = other.address() as AddressInfo;
  await expect(start({ PORT: String(port) })).rejects.toThrow(`Port ${port} is already in use`);
  other.close();
});
