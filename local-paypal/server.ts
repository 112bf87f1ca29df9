/** Puts the local PayPal together: one state, one HTTP server, one clock, one webhook sender. */
import { once } from "node:events";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { viewBooks, type BooksView } from "./books.ts";
import { makeSigning } from "./certificate.ts";
import { addFunds, advanceClock, settle } from "./funding.ts";
import { routeByAccount } from "./route-by-account.ts";
import { nextDue, processDue } from "./process-batches.ts";
import { webhookHeaders } from "./sign-webhook.ts";
import { emptyState, openStore, type ItemStatus, type State, type Store } from "./state.ts";
import { readSwitches, type SwitchChange } from "./switches.ts";
import { turnItem } from "./turn-item.ts";
import { startWebhookSender, type WebhookSender } from "./webhook-sender.ts";
import type { PaypalContext } from "./context.ts";

/** An account at PayPal: its credentials, its books, and who hears of its payments. */
export interface LocalAccount {
  clientId: string;
  clientSecret: string;
  /** The app's listener, subscribed to every event from the start under this id. */
  webhook?: { id: string; url: string };
  /** Balance at the first start, in minor units by currency. */
  funds?: Record<string, bigint>;
}

export interface LocalPaypalOptions extends LocalAccount {
  /** Further accounts, which share nothing with the first one but the address and the certificate. */
  accounts?: LocalAccount[];
  /** 0 takes a free port, which the answer names. */
  port?: number;
  /** Folder of the state file; without one everything lives in memory. */
  dataDir?: string;
  /** The machine's time, which the movable clock starts from. */
  now?: () => Date;
}

export interface LocalPaypal extends AccountHandles {
  /** A further account, by its client id. Throws for one that does not exist. */
  account(clientId: string): AccountHandles;
  close(): Promise<void>;
}

/** The handles that tests have on one account. */
export interface AccountHandles {
  url: string;
  /** For tests that look from inside. */
  ctx: PaypalContext;
  books(): BooksView;
  /** Turns switches; throws for one that does not exist or fit. */
  switch(change: SwitchChange): void;
  addFunds(currency: string, minor: bigint): void;
  advance(milliseconds: number): void;
  /** Everything accepted is looked at, and its webhooks are sent. */
  settle(): Promise<void>;
  /** Takes an item on, as PayPal or its receiver would; false when there is no such road. */
  turn(itemId: string, to: ItemStatus): boolean;
  /** Headers that make a body a webhook of this PayPal, or with `broken` a forged one. */
  sign(body: string, options?: { webhookId?: string; at?: string; broken?: boolean }): Record<string, string>;
}

/** A port is taken; the message says which, and how to choose another. */
export class PortTakenError extends Error {}

/** Starts it. Throws PortTakenError, or StateFileError for a damaged state file. */
export async function startLocalPaypal(options: LocalPaypalOptions): Promise<LocalPaypal> {
  const machineNow = options.now ?? (() => new Date());
  const first = openAccount(options, { account: options, index: 0, machineNow });
  const others = (options.accounts ?? []).map((account, index) =>
    openAccount(options, { account, index: index + 1, machineNow, signing: first.ctx.state.signing }),
  );
  const all = [first, ...others];
  const server = await listen(
    all.map(({ ctx }) => ctx),
    options.port ?? 0,
  );
  for (const { ctx, run } of all) {
    ctx.url = server.url;
    run.sender = startWebhookSender(ctx, () => ctx.wake());
    ctx.wake();
  }
  return {
    ...makeHandles(first.ctx),
    account(clientId) {
      const found = all.find(({ ctx }) => ctx.clientId === clientId);
      if (found === undefined) throw new Error(`There is no account ${clientId}.`);
      return makeHandles(found.ctx);
    },
    async close() {
      for (const { run } of all) {
        run.closed = true;
        if (run.timer !== null) clearTimeout(run.timer);
        run.sender?.close();
      }
      await server.close();
      for (const { ctx } of all) ctx.store.flush();
    },
  };
}

interface Opening {
  account: LocalAccount;
  index: number;
  machineNow: () => Date;
  signing?: State["signing"];
}

/** Opens the state of one account, and what works on it. */
function openAccount(options: LocalPaypalOptions, { account, index, machineNow, signing }: Opening) {
  const firstState = (): State => {
    const state = makeFirstState(account, machineNow());
    // PayPal's ids are its own: no two accounts have one in common.
    return { ...state, lastNumber: index * 1_000_000_000 };
  };
  const name = index === 0 ? "state.json" : `${account.clientId}.json`;
  const file = options.dataDir === undefined ? null : join(options.dataDir, "local-paypal", name);
  const store = openStore(file, firstState);
  // The app may run elsewhere than when the state was kept.
  const { webhook } = account;
  if (webhook !== undefined) keepWebhook(store, webhook);
  if (signing !== undefined) store.mutate((state) => void (state.signing = signing));
  const run: Run = { sender: null, timer: null, closed: false };
  return { ctx: makeContext({ store, account, machineNow, firstState, run }), run };
}

function makeHandles(ctx: PaypalContext): AccountHandles {
  return {
    url: ctx.url,
    ctx,
    books: () => viewBooks(ctx.state.movements),
    switch(change) {
      const switches = readSwitches(ctx.state.switches, change);
      if ("refusal" in switches) throw new Error(switches.refusal);
      ctx.mutate((state) => {
        if (change.seed !== undefined) state.chance = change.seed;
        state.switches = switches;
      });
    },
    addFunds: (currency, minor) => addFunds(ctx, currency, minor),
    advance: (milliseconds) => advanceClock(ctx, milliseconds),
    settle: () => settle(ctx),
    turn: (itemId, to) => turnItem(ctx, itemId, to),
    sign(body, how = {}) {
      const { webhookId = ctx.state.webhooks[0]?.id ?? "", ...rest } = how;
      return webhookHeaders(ctx, { webhookId, body }, rest);
    },
  };
}

function makeFirstState(account: LocalAccount, now: Date): State {
  const state = emptyState(makeSigning(now));
  if (account.webhook !== undefined) state.webhooks = [{ ...account.webhook, eventTypes: ["*"] }];
  const at = now.toISOString();
  for (const [currency, minor] of Object.entries(account.funds ?? {})) {
    state.movements.push({
      id: state.movements.length + 1,
      at,
      kind: "funded",
      from: "bank",
      to: "funding",
      currency,
      minor: minor.toString(),
      batchId: null,
      itemId: null,
      senderItemId: null,
    });
  }
  return state;
}

function keepWebhook(store: Store, webhook: { id: string; url: string }): void {
  store.mutate((state) => {
    const others = state.webhooks.filter((entry) => entry.id !== webhook.id);
    state.webhooks = [{ ...webhook, eventTypes: ["*"] }, ...others];
  });
}

interface Run {
  sender: WebhookSender | null;
  timer: NodeJS.Timeout | null;
  closed: boolean;
}

type MutableContext = { -readonly [Key in keyof PaypalContext]: PaypalContext[Key] };

function makeContext(parts: {
  store: Store;
  account: LocalAccount;
  machineNow: () => Date;
  firstState: () => State;
  run: Run;
}): MutableContext {
  const { store, account, machineNow, run } = parts;
  const ctx: MutableContext = {
    get state() {
      return store.state;
    },
    store,
    mutate: (change) => store.mutate(change),
    now: () => new Date(machineNow().getTime() + store.state.clockOffsetMs),
    url: "",
    clientId: account.clientId,
    clientSecret: account.clientSecret,
    firstState: parts.firstState,
    sent: () => run.sender?.idle() ?? Promise.resolve(),
    wake: () => wakeAll(ctx, run),
  };
  return ctx;
}

const longestSleepMs = 60_000;

/** Does what is due, and sleeps until something else is. */
function wakeAll(ctx: PaypalContext, run: Run): void {
  if (run.closed) return;
  if (run.timer !== null) clearTimeout(run.timer);
  processDue(ctx);
  const waits = [nextDue(ctx.state), run.sender?.wake() ?? null]
    .filter((at) => at !== null)
    .map((at) => Date.parse(at) - ctx.now().getTime());
  const next = Math.min(...waits, longestSleepMs);
  run.timer = setTimeout(ctx.wake, Math.max(next, 5));
  run.timer.unref();
}

interface HttpServer {
  url: string;
  close(): Promise<void>;
}

async function listen(all: readonly PaypalContext[], port: number): Promise<HttpServer> {
  const server = serve({ fetch: routeByAccount(all), port, hostname: "127.0.0.1" });
  await once(server, "listening").catch((error: unknown) => {
    const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (!taken) throw error;
    throw new PortTakenError(`Port ${port} is taken: set LOCAL_PAYPAL_PORT to another one.`, {
      cause: error,
    });
  });
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
