/** Puts the local platform together: one state, one HTTP server, one mail server, one webhook sender. */
import { once } from "node:events";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import type { AppConfig } from "./app-config.ts";
import type { LocalContext } from "./context.ts";
import { startMailServer, type MailServer } from "./mailbox/smtp.ts";
import { makeRoutes } from "./routes.ts";
import { firstState } from "./shops.ts";
import { openStore, type Store } from "./state.ts";
import { startWebhookSender, type WebhookSender } from "./webhook-sender.ts";
import { queueWebhook } from "./webhooks.ts";

export interface LocalShopifyOptions {
  app: AppConfig;
  /** 0 takes a free port, which the answer names. */
  port?: number;
  smtpPort?: number;
  /** Folder of the state file; without one everything lives in memory. */
  dataDir?: string;
  /** Folder of the app's extensions, whose theme embed the storefront loads. */
  extensionsDir?: string;
  now?: () => Date;
}

export interface LocalShopify {
  url: string;
  smtpPort: number;
  store: Store;
  /** For tests that act on the platform from inside: place an order, emit a webhook. */
  ctx: LocalContext;
  close(): Promise<void>;
}

/** A port is taken; the message says which, and how to choose another. */
export class PortTakenError extends Error {}

/** Starts the platform. Throws PortTakenError, or StateFileError for a damaged state file. */
export async function startLocalShopify(options: LocalShopifyOptions): Promise<LocalShopify> {
  const now = options.now ?? (() => new Date());
  const file = options.dataDir === undefined ? null : join(options.dataDir, "local-shopify", "state.json");
  const store = openStore(file, firstState);
  let webhooks: WebhookSender | null = null;
  const ctx = makeContext({ store, options, now, wake: () => webhooks?.wake() });

  const server = await listen(ctx, options.port ?? 0).catch((error: unknown) => {
    throw readPortError(error, { port: options.port ?? 0, name: "LOCAL_SHOPIFY_PORT" });
  });
  const smtpPort = options.smtpPort ?? 0;
  const mail = await startMailServer(store, { port: smtpPort, now }).catch(async (error: unknown) => {
    await server.close();
    throw readPortError(error, { port: smtpPort, name: "LOCAL_SMTP_PORT" });
  });
  ctx.url = server.url;
  webhooks = startWebhookSender({ store, app: options.app, now });

  return {
    url: server.url,
    smtpPort: mail.port,
    store,
    ctx,
    async close() {
      webhooks?.close();
      await closeServers(server, mail);
      store.flush();
    },
  };
}

type MutableContext = { -readonly [Key in keyof LocalContext]: LocalContext[Key] };

function makeContext(parts: {
  store: Store;
  options: LocalShopifyOptions;
  now: () => Date;
  wake: () => void;
}): MutableContext {
  const { store, options, now } = parts;
  const { app } = options;
  return {
    get state() {
      return store.state;
    },
    store,
    mutate: (change) => store.mutate(change),
    nextId: () => store.nextId(),
    now,
    app,
    apiKey: app.apiKey,
    url: "",
    extensionsDir: options.extensionsDir ?? "./extensions",
    commerce: (shop) => store.state.shops[shop],
    pixelSettings: (shop) => store.state.shops[shop]?.installation?.webPixel?.settings ?? null,
    emit(shop, topic, payload, { eventId }) {
      if (typeof payload !== "object" || payload === null) throw new Error(`${topic} needs a payload.`);
      if (queueWebhook({ store, app, now }, { shop, topic, payload, eventId }).length > 0) parts.wake();
    },
    resend(id) {
      const delivery = store.state.deliveries.find((entry) => entry.id === id);
      if (delivery === undefined) return false;
      const at = now().toISOString();
      store.mutate((state) =>
        state.deliveries.push({ ...delivery, state: "pending", nextAttemptAt: at, attempts: [] }),
      );
      parts.wake();
      return true;
    },
  };
}

interface HttpServer {
  url: string;
  close(): Promise<void>;
}

async function listen(ctx: LocalContext, port: number): Promise<HttpServer> {
  const server = serve({ fetch: makeRoutes(ctx).fetch, port, hostname: "127.0.0.1" });
  await once(server, "listening");
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

async function closeServers(server: HttpServer, mail: MailServer): Promise<void> {
  await Promise.all([server.close(), mail.close()]);
}

function readPortError(error: unknown, place: { port: number; name: string }): unknown {
  const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  if (!taken) return error;
  return new PortTakenError(`Port ${place.port} is taken: set ${place.name} to another one.`, {
    cause: error,
  });
}
