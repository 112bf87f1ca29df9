/** Routes for tests and people. PayPal has nothing of this. */
import { Hono, type Context } from "hono";
import { viewBooks } from "./books.ts";
import { addFunds, advanceClock, settle } from "./funding.ts";
import { readSwitches } from "./switches.ts";
import { turnItem } from "./turn-item.ts";
import type { PaypalContext } from "./context.ts";
import type { ItemStatus } from "./state.ts";

export function metaRoutes(ctx: PaypalContext): Hono {
  const routes = new Hono();
  routes.get("/_local/books", (c) => c.json(viewBooks(ctx.state.movements)));
  routes.get("/_local/state", (c) => {
    const { signing: _secret, ...shown } = ctx.state;
    return c.json({ ...shown, now: ctx.now().toISOString() });
  });
  routes.post("/_local/reset", (c) => {
    ctx.store.replace(ctx.firstState());
    ctx.wake();
    return c.json({ reset: true });
  });
  routes.post("/_local/switches", async (c) => {
    const body = await readTable(c);
    const switches = readSwitches(ctx.state.switches, body);
    if ("refusal" in switches) return c.json({ error: switches.refusal }, 400);
    ctx.mutate((state) => {
      if (body !== null && "seed" in body) state.chance = switches.seed;
      state.switches = switches;
    });
    return c.json(switches);
  });
  routes.post("/_local/clock", async (c) => {
    const ms = (await readTable(c))?.["advanceMs"];
    if (typeof ms !== "number" || ms < 0) return c.json({ error: "advanceMs is not a number from 0" }, 400);
    advanceClock(ctx, ms);
    return c.json({ now: ctx.now().toISOString() });
  });
  routes.post("/_local/settle", async (c) => {
    await settle(ctx);
    return c.json({ now: ctx.now().toISOString() });
  });
  routes.post("/_local/funds", async (c) => {
    const { currency, minor } = (await readTable(c)) ?? {};
    if (typeof currency !== "string" || typeof minor !== "string" || !/^\d+$/.test(minor)) {
      return c.json({ error: "currency and minor, a text of digits, are needed" }, 400);
    }
    addFunds(ctx, currency, BigInt(minor));
    return c.json({ added: minor, currency });
  });
  routes.post("/_local/items/:id", async (c) => {
    const to = (await readTable(c))?.["to"];
    if (!isStatus(to) || !turnItem(ctx, c.req.param("id"), to)) {
      return c.json({ error: `There is no such road for ${c.req.param("id")}.` }, 409);
    }
    return c.json(ctx.state.items[c.req.param("id")]);
  });
  return routes;
}

async function readTable(c: Context): Promise<Record<string, unknown> | null> {
  const body: unknown = await c.req.json().catch(() => null);
  return typeof body === "object" && body !== null ? { ...body } : null;
}

const statuses: ReadonlySet<unknown> = new Set([
  "SUCCESS",
  "UNCLAIMED",
  "ONHOLD",
  "BLOCKED",
  "FAILED",
  "RETURNED",
  "REFUNDED",
  "REVERSED",
] satisfies ItemStatus[]);

/** True for a status that a test or a form may move an item to. */
export function isStatus(value: unknown): value is ItemStatus {
  return statuses.has(value);
}
