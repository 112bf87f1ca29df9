import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, inject } from "vitest";
import { makeSigning } from "../../../local-paypal/certificate.ts";
import { readAppConfig } from "../../../local-shopify/app-config.ts";
import { type LocalShopify, startLocalShopify } from "../../../local-shopify/server.ts";
import { addPlatformShop } from "../../support/local-platform.ts";
import { onFreePorts } from "./ports.ts";
import { spawnServer, untilHealthy } from "./servers.ts";

/** The app as a server of one's own runs it: http behind a proxy that speaks https, on a platform that knows only that. */
export type BehindTls = {
  /** The proxy's address, with a certificate that it signed itself. */
  readonly appUrl: string;
  /** The app's own address, which no browser should meet. */
  readonly innerUrl: string;
  readonly platform: LocalShopify;
  /** Adds a store on which the app is not installed; answers its name. */
  readonly addShop: () => string;
};

/** Starts app, proxy and platform for a test file. */
export function useBehindTls(): () => BehindTls {
  let place: BehindTls | undefined;
  const closing: (() => unknown)[] = [];

  beforeAll(async () => {
    const proxy = await startProxy();
    closing.push(proxy.close);
    const { env } = inject("place");
    const identity = {
      apiKey: env["SHOPIFY_API_KEY"] ?? "",
      apiSecret: env["SHOPIFY_API_SECRET"] ?? "",
      appUrl: proxy.url,
    };
    const platform = await startLocalShopify({ app: readAppConfig("shopify.app.toml", identity) });
    closing.push(() => platform.close());
    // Nothing that the platform tells is needed, and it would refuse the proxy's certificate.
    platform.ctx.mutate((state) => {
      state.switches.drop = true;
    });
    const dataDir = mkdtempSync(join(tmpdir(), "e2e-tls-"));
    closing.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const { child, port } = await onFreePorts(({ port: free }) =>
      startApp(free, {
        ...env,
        SHOPIFY_APP_URL: proxy.url,
        SHOPIFY_LOCAL_URL: platform.url,
        APP_BRIDGE_URL: `${platform.url}/app-bridge.js`,
        TRUSTED_PROXIES: "1",
        JOBS: "off",
        DATA_DIR: dataDir,
        LOG_LEVEL: "error",
      }),
    );
    closing.push(() => child.kill("SIGKILL"));
    proxy.leadTo(port);
    place = {
      appUrl: proxy.url,
      innerUrl: `http://127.0.0.1:${port}`,
      platform,
      addShop: () => addPlatformShop(platform).domain.replace(".myshopify.com", ""),
    };
  });

  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  return () => {
    if (!place) throw new Error("The app behind TLS is not there yet.");
    return place;
  };
}

async function startApp(
  port: number,
  env: Record<string, string>,
): Promise<{ child: ChildProcess; port: number }> {
  const child = spawnServer({ ...env, PORT: String(port), HOST: "127.0.0.1" });
  await untilHealthy(child, `http://127.0.0.1:${port}`);
  return { child, port };
}

/** A proxy as in front of a real app: it ends TLS and appends whom it speaks for. */
async function startProxy() {
  let port = 0;
  const { privateKey: key, certificate: cert } = makeSigning(new Date());
  const server = createServer({ key, cert }, (asked, answer) => {
    const forwarded = [asked.headers["x-forwarded-for"], asked.socket.remoteAddress]
      .filter(Boolean)
      .join(", ");
    const headers = { ...asked.headers, "x-forwarded-for": forwarded, "x-forwarded-proto": "https" };
    forward(asked, answer, { host: "127.0.0.1", port, headers });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${own}`,
    leadTo: (app: number) => {
      port = app;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Target = { host: string; port: number; headers: IncomingMessage["headers"] };

function forward(asked: IncomingMessage, answer: ServerResponse, target: Target): void {
  const { method, url: path } = asked;
  const onward = request({ ...target, method, path }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(answer);
  });
  onward.on("error", () => answer.destroy());
  answer.on("close", () => onward.destroy());
  asked.pipe(onward);
}
